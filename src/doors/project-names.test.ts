import { describe, expect, it } from 'vitest'
import { projectNames } from './project-names.ts'

const here = { project: 'shop', project_id: '/home/me/code/shop' }
const theirs = { project: 'shop', project_id: 'github.com/acme/shop' }
const other = { project: 'api', project_id: 'github.com/acme/api' }

describe('projectNames', () => {
  it('is the name alone where no other project has it, however many rows there are', () => {
    const name = projectNames([here, here, other])
    expect([name(here), name(other)]).toEqual(['shop', 'api'])
  })

  it('adds the folder where two share a name, and leaves the others alone', () => {
    const name = projectNames([here, theirs, other])
    expect([name(here), name(theirs), name(other)]).toEqual(['code/shop', 'acme/shop', 'api'])
  })

  it('is the whole id where the folder is shared too', () => {
    const mirror = { project: 'shop', project_id: 'gitlab.com/acme/shop' }
    const name = projectNames([theirs, mirror])
    expect([name(theirs), name(mirror)]).toEqual(['github.com/acme/shop', 'gitlab.com/acme/shop'])
  })
})
