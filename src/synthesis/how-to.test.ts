import { describe, expect, it } from 'vitest'
import { extract } from './extract.ts'
import { BY, type SessionWriter, session } from './fixture-events.ts'

const BUSY = 'Error: listen EADDRINUSE: address already in use :::3000'
const howTos = (writer: SessionWriter) =>
  extract(writer.events, BY).observations.filter((one) => one.key.endsWith(':howto'))

describe('the command that worked after others failed', () => {
  it('is a memory: what it needs, and what happens else', () => {
    const writer = session()
      .prompt('run the tests')
      .fails('npm test', BUSY)
      .runs('npm test -- --runInBand', '# pass 2\n# fail 0')
      .says('They are green.')
    expect(howTos(writer)).toMatchObject([
      {
        type: 'discovery',
        title: expect.stringMatching(/^npm test needs --runInBand, else .*EADDRINUSE/),
        facts: ['`npm test -- --runInBand` passed'],
        concepts: expect.arrayContaining(['gotcha']),
        failures: [{ fixedBy: 'command', command: 'npm test' }],
      },
    ])
  })

  it('is told with the reason the agent gave', () => {
    const cause = 'The port is taken because the tests share one server.'
    const writer = session().prompt('run the tests').fails('npm test', BUSY).says(cause)
    expect(howTos(writer.runs('npm test -- --runInBand', '# pass 2\n# fail 0'))).toMatchObject([{ narrative: cause }])
  })

  it('is one where an install had to come first', () => {
    const writer = session()
      .prompt('build it')
      .fails('npm run build', "src/m.ts(1,2): error TS2307: Cannot find module 'zod'.")
      .runs('npm install zod', 'added 1 package')
      .runs('npm run build', 'built')
    expect(howTos(writer)).toMatchObject([{ title: expect.stringContaining('npm run build needs npm install zod') }])
  })

  it('is none where another thing was installed, before or instead', () => {
    const locked = 'Error: A `brew install bfg` process has already locked /opt/bfg.'
    const failing = () => session().prompt('clean the history').fails('brew install bfg', locked)
    expect(howTos(failing().runs('brew install git-filter-repo', 'installed'))).toEqual([])
    const both = failing().runs('brew install git-filter-repo', 'installed').runs('brew install bfg', 'installed')
    expect(howTos(both)).toEqual([])
  })

  it('is none where an edit was the remedy', () => {
    const writer = session()
      .prompt('build it')
      .fails('npm test', BUSY)
      .edits('test/port.ts', 'listen(3000)', 'listen(0)')
    expect(howTos(writer.runs('npm test', '# pass 2\n# fail 0').says('Tests listen on any port.'))).toEqual([])
  })
})
