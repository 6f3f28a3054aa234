import { describe, expect, it } from 'vitest'
import { type SessionWriter, session } from './fixture-events.ts'
import { followFailures } from './followed-failures.ts'
import { splitTurns } from './turns.ts'

const MISSING = "src/m.ts(1,2): error TS2307: Cannot find module 'zod'."
const follow = (writer: SessionWriter) => followFailures(splitTurns(writer.events), '/repo')

describe('a command that failed', () => {
  it('ends with the run that passed, and knows the edits between', () => {
    const [failure, ...others] = follow(
      session()
        .prompt('make it build')
        .fails('npm run build 2>&1 | tail -5', MISSING)
        .edits('src/m.ts', "import 'zod'", "import 'zod/v4'")
        .runs('cd /repo && npm run build', 'built'),
    )
    expect(others).toEqual([])
    expect(failure).toMatchObject({ turn: 0, needed: '', step: '', cause: '' })
    expect(failure?.passed?.command).toContain('npm run build')
    expect(failure?.edits.map((edit) => edit.file)).toEqual(['src/m.ts'])
  })

  it('is the same failure when it fails again on the way', () => {
    const writer = session().prompt('make it build').fails('npm run build', MISSING)
    writer
      .edits('src/m.ts', 'a', 'b')
      .fails('npm run build', MISSING)
      .edits('src/m.ts', 'b', 'c')
      .runs('npm run build', '')
    expect(follow(writer)).toMatchObject([{ edits: [{ file: 'src/m.ts' }, { file: 'src/m.ts' }] }])
  })

  it('stands in the turn that settled it', () => {
    const writer = session()
      .prompt('make it build')
      .fails('npm run build', MISSING)
      .prompt('and the page about receipts')
    writer.edits('src/m.ts', 'a', 'b').prompt('does it build?').runs('npm run build', 'built')
    expect(follow(writer)).toMatchObject([{ turn: 2, edits: [{ file: 'src/m.ts' }] }])
  })

  it('needs the step whose program brings something, not one that only speaks of it', () => {
    const passing = (step: string) =>
      session()
        .prompt('make it build')
        .fails('npm run build', MISSING)
        .runs(step, 'done')
        .runs('npm run build', 'built')
    expect(follow(passing('npm install zod'))).toMatchObject([{ step: 'npm install zod' }])
    expect(follow(passing('cd /repo && pnpm add zod'))).toMatchObject([{ step: 'cd /repo && pnpm add zod' }])
    expect(follow(passing('node notify.mjs --text "add the lock file and sync it"'))).toMatchObject([{ step: '' }])
  })

  it('needs the folder in which it passed', () => {
    const writer = session().prompt('build').fails('npm run build', MISSING).runs('npm run build', 'built')
    for (const event of writer.events)
      if (event.kind === 'tool' && event.call.act === 'command')
        event.call.folder = event.call.result === 'failed' ? '/repo' : '/repo/packages/web'
    expect(follow(writer)).toMatchObject([{ needed: 'cd packages/web' }])
  })

  it('lasts while nothing passed', () => {
    expect(follow(session().prompt('build').fails('npm run build', MISSING))).toMatchObject([{ passed: undefined }])
  })

  it('is forgotten after five more turns', () => {
    const writer = session().prompt('build').fails('npm run build', MISSING)
    for (let i = 0; i < 6; i++) writer.prompt(`something else ${i}`).says('ok')
    expect(follow(writer.runs('npm run build', 'built'))).toEqual([])
  })

  it('is not ended by another command, nor by another agent’s run', () => {
    const writer = session().prompt('build').fails('npm run build', MISSING).runs('npm test', '# pass 2\n# fail 0')
    const [inner] = session().runs('npm run build', 'built').events
    const agent = { id: 'a1', type: 'general' }
    const events = inner === undefined ? [] : [{ ...inner, key: 't:sub', at: 9000, agent }]
    expect(follow({ ...writer, events: [...writer.events, ...events] })).toMatchObject([{ passed: undefined }])
  })

  it('is ended by a run over more', () => {
    const writer = session()
      .prompt('test')
      .fails('npx vitest run src/a.test.ts', 'TypeError: total is not a function')
      .edits('src/a.ts', 'a', 'b')
      .runs('npx vitest run', ' Tests  4 passed (4)')
    expect(follow(writer)[0]?.passed).toBeDefined()
  })

  it('knows the step that had to come first, and what had to be typed', () => {
    const step = session().prompt('build').fails('npm run build', MISSING).runs('npm install zod', 'added 1 package')
    expect(follow(step.runs('npm run build', 'built'))).toMatchObject([{ step: 'npm install zod', needed: '' }])
    const flag = session().prompt('test').fails('npm test', 'Error: listen EADDRINUSE :::3000')
    expect(follow(flag.runs('npm test -- --runInBand', '# pass 2\n# fail 0'))).toMatchObject([
      { step: '', needed: '--runInBand' },
    ])
  })

  it('knows the cause the agent named, not one it guessed', () => {
    const writer = () => session().prompt('build').fails('npm run build', MISSING)
    const known = 'It fails because zod moved to another package.'
    expect(follow(writer().says(`Hm. ${known} Let me fix it.`))).toMatchObject([{ cause: known }])
    expect(follow(writer().says('It might fail because zod moved.'))).toMatchObject([{ cause: '' }])
  })

  it('does not count a note about it as its fix', () => {
    const writer = session().prompt('build').fails('npm run build', MISSING).edits('docs/notes.md', 'a', 'b')
    expect(follow(writer)).toMatchObject([{ edits: [] }])
  })
})
