/** Names that look like secrets: a folder, a session, a tool or an agent called like one leaves it neither in the store nor in the journal. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hostTool } from '../src/capture/captured-event.fixture.ts'
import { loadConfig } from '../src/config.ts'
import { Journal } from '../src/store/journal.ts'
import { listProjects } from '../src/store/sessions.ts'
import { memoryDatabase, T0 } from '../src/store/store.fixture.ts'
import { importObservations } from '../src/worker/writer/changes/bulk-import.ts'
import { makeIntake } from '../src/worker/writer/spool/intake.ts'
import { resolveProject } from '../src/workspace/project.ts'

// Joined at run time, so that no scanner takes this file for a leak.
const TOKEN = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')

let base: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'claude-mem-names-')))
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

it('names and ids of folders, sessions, tools and agents are kept without the secret in them', () => {
  const db = memoryDatabase()
  const folder = join(base, TOKEN)
  mkdirSync(folder)
  const config = loadConfig({ dataDir: join(base, 'data') }, { HOME: base, CLAUDE_MEM_SUBAGENTS: 'on' })
  const intake = makeIntake({ db, config, token: 't', journal: new Journal(join(base, 'journal'), T0) })
  const session = {
    sessionId: `s-${TOKEN}`,
    cwd: folder,
    projectDir: folder,
    transcriptPath: join(base, `<private>${TOKEN}</private>.jsonl`),
    entrypoint: TOKEN,
  }
  const event = hostTool(`mcp__${TOKEN}`, {
    sessionId: session.sessionId,
    agent: { id: TOKEN, type: TOKEN },
    toolUseId: TOKEN,
    promptId: TOKEN,
    lineId: TOKEN,
    usage: { messageId: TOKEN, tokens: 1 },
    folder,
    input: { query: 'totals' },
    output: { found: 'three totals that are rounded in the wrong place, in the till and in the shop' },
  })
  expect(intake.put([{ session, event }]).stored).toBe(1)
  const stored = ['sdk_sessions', 'observation_queue', 'projects'].map((table) => db.all(`SELECT * FROM ${table}`, {}))
  expect(JSON.stringify(stored)).not.toContain(TOKEN)
  const journal = readdirSync(join(base, 'journal')).map((name) => readFileSync(join(base, 'journal', name), 'utf8'))
  expect(journal.join('')).toContain('[redacted:github-token]')
  expect(journal.join('')).not.toContain(TOKEN)
  // What is asked from that folder later is asked of the same project.
  expect(listProjects(db).map(({ id }) => id)).toContain(resolveProject(folder).id)
  db.close()
})

it('imported rows are kept without the secret in their project, session and files', () => {
  const db = memoryDatabase()
  const row = {
    project: `acme/${TOKEN}`,
    session: TOKEN,
    files: [`src/${TOKEN}.ts`],
    title: TOKEN,
    text: TOKEN,
    ts: T0,
  }
  expect(importObservations({ db, journal: { append: () => undefined }, now: T0 }, [row]).ids).toHaveLength(1)
  const stored = ['sdk_sessions', 'observations', 'observation_files', 'projects'].map((table) =>
    db.all(`SELECT * FROM ${table}`, {}),
  )
  expect(JSON.stringify(stored)).not.toContain(TOKEN)
  db.close()
})
