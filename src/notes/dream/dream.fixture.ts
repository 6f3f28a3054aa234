/** A workspace in a temporary folder with recalled notes, and sources that answer from a table. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { plainDisk } from './dream-disk.fixture.ts'
import type { Recalled } from './recall-store.ts'
import { recordRecall } from './record-recall.ts'
import type { DreamSources, SourceState, SourceText } from './sources.ts'

export const DAY_MS = 24 * 60 * 60 * 1000
export const NOW = Date.UTC(2026, 3, 12, 10)
export const FACT = 'The staging database listens on port 5433.'

export function workspace() {
  const root = mkdtempSync(join(tmpdir(), 'claude-mem-dream-'))
  mkdirSync(join(root, 'memory'))
  writeFileSync(join(root, 'memory/2025-01-01.md'), '# 2025-01-01\n') // it keeps notes
  const disk = plainDisk()
  const texts = new Map<string, SourceText>()
  const files = new Map<string, SourceState>()
  let newer: { text: string; source: string; createdAt: number } | undefined
  const sources: DreamSources = {
    findText: (key) => texts.get(key),
    newerAbout: ({ text, createdAt }) =>
      newer !== undefined && newer.createdAt > createdAt && text.includes('port') ? newer : undefined,
    fileState: (path) => files.get(path) ?? 'unknown',
    noteText: () => undefined,
  }
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return {
    root,
    disk,
    sources,
    texts,
    files,
    write,
    read: (path: string) => readFileSync(join(root, path), 'utf8'),
    /** Every file and its content. */
    all: () =>
      Object.fromEntries(
        readdirSync(root, { recursive: true })
          .map(String)
          .filter((name) => statSync(join(root, name)).isFile())
          .map((name) => [name, readFileSync(join(root, name), 'utf8')]),
      ),
    overrule: (by: typeof newer) => {
      newer = by
    },
    /** Found by each of these questions, one per day, the last of them today. */
    recall: async (
      by: { key?: string; text?: string; questions: readonly string[]; until?: number } & Partial<Recalled>,
    ) => {
      const { questions, until = NOW, ...more } = by
      const hit: Recalled = {
        key: '00112233aabbccdd',
        kind: 'note',
        path: 'memory/2026-04-11.md',
        startLine: 3,
        endLine: 5,
        text: FACT,
        score: 0.95,
        createdAt: Date.UTC(2026, 3, 1),
        ...more,
      }
      texts.set(hit.key, {
        text: hit.text,
        createdAt: hit.createdAt,
        ...(hit.kind === 'note' ? { path: hit.path, lines: [3, 5] } : {}),
      })
      for (const [at, query] of questions.entries()) {
        const now = until - (questions.length - 1 - at) * DAY_MS
        await recordRecall(root, { query, hits: [hit], now, disk })
      }
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

export const QUESTIONS = [
  'which port does staging use',
  'staging database port number',
  'where does the staging database listen',
  'connect to staging database',
]
