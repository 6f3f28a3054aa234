/** Memories stored as the writer stores them and labelled as the worker labels them, in this process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { searchPath } from '../../src/config.ts'
import { freshnessLabel } from '../../src/memory/freshness.ts'
import { editCall, readCall } from '../../src/memory/tool-call.fixture.ts'
import { makeFreshness } from '../../src/retrieval/freshness-asker.ts'
import type { Database } from '../../src/store/database.ts'
import { findWaitingSession } from '../../src/store/events.ts'
import { keepEvent } from '../../src/store/keep-event.ts'
import { putProject, putSession } from '../../src/store/sessions.ts'
import { memoryDatabase } from '../../src/store/store.fixture.ts'
import { checkBranches } from '../../src/worker/writer/branch-checks.ts'
import { distilSession } from '../../src/worker/writer/distil/distil.ts'
import { DISK, type Disk, knowDisk } from '../../src/workspace/file-state.ts'
import { type Git, makeGit } from '../../src/workspace/git-process.ts'
import { resolveProject } from '../../src/workspace/project.ts'

export function makeMemory(by: { disk?: Disk; git?: Git; db?: Database } = {}) {
  const db = by.db ?? memoryDatabase()
  const disk = knowDisk(by.disk ?? DISK) // the writing thread's; the answering thread has its own
  const git = by.git ?? makeGit({ searchPath: searchPath(), place: gitPlace() })
  const freshness = makeFreshness({
    db,
    checkBranches: (questions) => checkBranches({ db, git }, questions),
    onTrouble: () => {},
    disk: knowDisk(by.disk ?? DISK),
  })
  let sessions = 0

  return {
    db,
    freshness,
    /** A session at `cwd` that edits and reads these files, seen `agoMs` ago; the id of its memory. */
    remember(cwd: string, files: { edits?: string[]; reads?: string[]; agoMs?: number; sessionId?: string }): number {
      sessions += 1
      const sessionId = files.sessionId ?? `session-${sessions}`
      const at = Date.now() - (files.agoMs ?? 0)
      const project = resolveProject(cwd)
      putProject(db, project, at)
      const seen = { sessionId, project: project.id, cwd, transcriptPath: undefined, entrypoint: 'cli', at }
      const session = putSession(db, seen)
      const events = eventsOf({ sessionId, cwd, n: sessions, ...files })
      for (const [n, event] of events.entries()) {
        keepEvent(db, { session, project: project.id, event: { ...event, at: at - events.length + n } })
      }
      const waiting = findWaitingSession(db, session)
      if (!waiting) throw new Error('nothing waits')
      const [first] = distilSession(db, { ...waiting, lastEventAt: at }, { disk, now: Date.now() }).ids
      if (!first) throw new Error('no memory was made')
      return first[1]
    },
    /** The label for the reader at `cwd`, once git has answered. */
    async label(id: number, cwd: string): Promise<string> {
      freshness.of([id], cwd)
      await freshness.settled()
      const found = freshness.of([id], cwd).get(id)
      return found ? freshnessLabel(found) : ''
    },
  }
}

/** Gone when the test is over. */
function gitPlace(): string {
  const place = mkdtempSync(join(tmpdir(), 'claude-mem-git-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  return place
}

function eventsOf(by: { sessionId: string; cwd: string; n: number; edits?: string[]; reads?: string[] }) {
  const { sessionId, cwd, n } = by
  const base = { sessionId, origin: 'hook' as const, at: 0 }
  const word = `limit${n}`
  const tool = (id: string) => ({
    ...base,
    kind: 'tool' as const,
    key: `t:${n}-${id}`,
    toolUseId: `${n}-${id}`,
  })
  return [
    {
      ...base,
      kind: 'prompt' as const,
      key: `p:${n}`,
      text: `How does ${word} work in the shop, and please raise it`,
      machineMade: false,
    },
    ...(by.reads ?? []).map((file) => ({
      ...tool(`read ${file}`),
      tool: 'Read',
      call: readCall(join(cwd, file), `const ${word} = 1\n`.repeat(20)),
    })),
    ...(by.edits ?? []).map((file) => ({
      ...tool(`edit ${file}`),
      tool: 'Edit',
      call: editCall(
        join(cwd, file),
        `export function check${n}(order) {\n  const ${word} = 1`,
        `export function check${n}(order) {\n  const ${word} = 50`,
      ),
    })),
    {
      ...base,
      kind: 'stopped' as const,
      key: `e:${n}`,
      text: by.edits
        ? `${word} is now 50, because orders of wholesale customers were refused${by.reads ? `; see ${named(by.reads)}` : ''}.`
        : `The cause is that \`${word}\` in ${named(by.reads ?? [])} refuses orders of wholesale customers.`,
      failed: false,
    },
  ]
}

/** A memory cites a file that was read only if its words name it. */
function named(files: string[]): string {
  return files.join(' and ')
}
