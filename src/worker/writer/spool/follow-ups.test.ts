import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hostTool } from '../../../capture/captured-event.fixture.ts'
import type { HostToolEvent } from '../../../capture/captured-event.ts'
import { tokensOfRead } from '../../../capture/claude-code/read-cost.ts'
import { loadConfig } from '../../../config.ts'
import type { Database } from '../../../store/database.ts'
import { putGatedRead } from '../../../store/reads.ts'
import { memoryDatabase } from '../../../store/store.fixture.ts'
import { noteFollowUp } from './follow-ups.ts'

const CONTENT = 'export const line = 1\n'.repeat(200)
const OUTLINE = 'mcp__plugin_claude-mem_mem__smart_outline'

let root: string
let db: Database
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-follow-ups-')))
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'src/total.js'), CONTENT)
  db = memoryDatabase()
})
afterEach(() => {
  db.close()
  rmSync(root, { recursive: true })
})

function note(event: HostToolEvent, env: Record<string, string> = {}): void {
  const { sessionId } = event
  const session = { sessionId, cwd: root, projectDir: root, transcriptPath: undefined, entrypoint: 'cli' }
  const config = loadConfig({ dataDir: root }, { HOME: root, ...env })
  noteFollowUp({ db, config }, { event, session, project: { id: 'shop', name: 'shop', root } })
}
const looked = (path: string, more: Partial<HostToolEvent> = {}) =>
  hostTool(OUTLINE, { input: { path }, output: [{ type: 'text', text: 'y'.repeat(350) }], origin: 'hook', ...more })
const rows = () =>
  db.all(
    'SELECT project, path, decision, file_tokens AS file, told_tokens AS told, follow_up_tokens AS more FROM reads',
  )

it('keeps the outline a session asked for, with what reading the file would have cost', () => {
  note(looked('src/total.js'))
  note(looked(join(root, 'src/total.js')))
  const file = tokensOfRead(CONTENT)
  expect(rows()).toEqual([{ project: 'shop', path: 'src/total.js', decision: 'informed', file, told: 0, more: 200 }])
})

it.each<[string, () => void]>([
  ['in an excluded project', () => note(looked('src/total.js'), { CLAUDE_MEM_EXCLUDED_PROJECTS: '*' })],
  ['of a file that is gone', () => note(looked('src/gone.js'))],
  ['of a subagent', () => note(looked('src/total.js', { agent: { id: 'a', type: 'Explore' } }))],
  ['that failed', () => note(looked('src/total.js', { failed: true }))],
  ['read from a transcript', () => note(looked('src/total.js', { origin: 'transcript' }))],
])('keeps nothing of an outline %s', (_, act) => {
  act()
  expect(rows()).toEqual([])
})

it('counts what a command printed for the files the session was told of and the command names', () => {
  const event = hostTool('Bash', { input: { command: 'sed -n 1,9p src/total.js' }, output: { stdout: 'z'.repeat(35) } })
  for (const path of ['src/total.js', 'src/other.js']) {
    const read = { sessionId: event.sessionId, project: 'shop', path, fileTokens: 900, toldTokens: 90 }
    putGatedRead(db, { ...read, decision: 'denied' }, 1)
  }
  note({ ...event, origin: 'hook' })
  expect(rows()).toMatchObject([{ more: 10 }, { more: 0 }])
})
