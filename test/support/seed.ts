/** A small memory for queries: two projects with the same name, three sessions, every kind of row. */
import { join } from 'node:path'
import type { ObservationDraft } from '../../src/memory/observation.ts'
import { type Database, openForWriting } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrations.ts'
import { putObservation } from '../../src/store/observations.ts'
import { putPrompt } from '../../src/store/prompts.ts'
import { putProject, putSession } from '../../src/store/sessions.ts'
import { draft, promptEvent } from '../../src/store/store.fixture.ts'
import { putSummary } from '../../src/store/summaries.ts'

export const NOW = Date.now()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const OTHER_SHOP = 'github.com/other/shop'

/** Into the data folder of a worker that is not running yet. */
export function seedFolder(dataRoot: string, projectRoot: string): void {
  const db = openForWriting(join(dataRoot, 'db.sqlite'))
  migrate(db)
  seed(db, projectRoot)
  db.close()
}

/** Observations 1 to 8; 1 is the newest bug of the project, 8 belongs to the other project of the same name. */
export function seed(db: Database, projectRoot: string): void {
  const shop = { id: projectRoot, name: 'shop', root: projectRoot }
  const other = { id: OTHER_SHOP, name: 'shop', root: '/elsewhere/shop' }
  for (const project of [shop, other]) putProject(db, project, NOW - 90 * DAY_MS)
  const sessions = [
    someSession(db, { id: 'first', project: shop.id, at: NOW - 9 * DAY_MS }),
    someSession(db, { id: 'second', project: shop.id, at: NOW - 2 * DAY_MS }),
    someSession(db, { id: 'third', project: other.id, at: NOW - DAY_MS }),
  ] as const
  const rows: [number, string, Partial<ObservationDraft>][] = [
    [1, shop.id, { at: NOW - 2 * DAY_MS }],
    [1, shop.id, { ...LOGIN, at: NOW - 2 * DAY_MS + HOUR_MS }],
    [1, shop.id, { ...DECISION, at: NOW - 2 * DAY_MS + 2 * HOUR_MS }],
    [0, shop.id, { ...GOTCHA, at: NOW - 9 * DAY_MS }],
    [0, shop.id, { ...FEATURE, at: NOW - 9 * DAY_MS + HOUR_MS }],
    [0, shop.id, { ...LONG, at: NOW - 9 * DAY_MS + 2 * HOUR_MS }],
    [0, shop.id, { ...OLD, at: NOW - 200 * DAY_MS }],
    [2, other.id, { ...ELSEWHERE, at: NOW - DAY_MS }],
  ]
  for (const [at, [session, project, more]] of rows.entries()) {
    const put = { draft: draft(`seed:${at}`, { eventKeys: [], ...more }), session: sessions[session], project }
    putObservation(db, { ...put, source: 'local' })
  }
  for (const [session, project, request, at] of [
    [sessions[0], shop.id, 'Migrate the database to the new invoice tables', NOW - 9 * DAY_MS + 3 * HOUR_MS],
    [sessions[1], shop.id, 'Fix the discount that counted twice', NOW - 2 * DAY_MS + 3 * HOUR_MS],
    [sessions[2], other.id, 'Release the other shop', NOW - DAY_MS + HOUR_MS],
  ] as const) {
    putSummary(db, { session, project, draft: summary(request, at) })
    const event = promptEvent(`of ${session}`, `${request}, and mind the rounding of invoices`, {
      at: at - 4 * HOUR_MS,
    })
    putPrompt(db, { session, project, event })
  }
}

function someSession(db: Database, by: { id: string; project: string; at: number }): number {
  const { id: sessionId, project, at } = by
  return putSession(db, { sessionId, project, cwd: project, transcriptPath: undefined, entrypoint: 'cli', at })
}

function summary(request: string, at: number) {
  return {
    request,
    investigated: 'Where totals are made',
    learned: 'Totals are made in one place',
    completed: 'Totals are right again',
    nextSteps: 'Watch the ledger',
    filesRead: ['src/receipt.js'],
    filesEdited: ['src/total.js'],
    notes: '',
    discoveryTokens: 1200,
    at,
  }
}

const LOGIN: Partial<ObservationDraft> = {
  type: 'bugfix',
  title: 'The login redirect loop came from a stale cookie',
  subtitle: 'The cookie of the old domain was never cleared',
  narrative: 'After the move to the new domain the authentication cookie of the old one was sent along and refused.',
  facts: ['clearCookie in src/auth/login.js'],
  concepts: ['problem-solution', 'gotcha'],
  filesModified: ['src/auth/login.js'],
}
const DECISION: Partial<ObservationDraft> = {
  type: 'decision',
  title: 'Totals are kept in cents, because floats lost a cent in a thousand invoices',
  subtitle: 'Integers everywhere, formatting at the edge',
  narrative: 'Decimal libraries were tried and cost 40 ms per receipt.',
  concepts: ['trade-off', 'why-it-exists'],
}
const GOTCHA: Partial<ObservationDraft> = {
  type: 'discovery',
  title: 'The upload worker dies with ECONNRESET when the proxy closes first',
  subtitle: 'A timeout of the proxy is shorter than ours',
  narrative: 'The proxy closes after 60 s, our client keeps the connection for 90 s.',
  concepts: ['gotcha'],
  filesModified: [],
  filesRead: ['src/upload.js'],
}
const FEATURE: Partial<ObservationDraft> = {
  type: 'feature',
  title: 'Receipts can be sent as PDF',
  subtitle: 'A queue renders them one at a time',
  narrative: 'Rendering runs beside the checkout, so that a slow font never delays a sale.',
  concepts: ['how-it-works'],
  filesModified: ['src/receipt.js'],
}
const LONG: Partial<ObservationDraft> = {
  type: 'refactor',
  title: 'The checkout flow is one state machine now',
  subtitle: 'Every step says what may follow it',
  narrative: 'Each step of the checkout was a callback that knew its neighbours. '.repeat(60),
  facts: Array.from({ length: 30 }, (_, at) => `Step ${at} moved to src/checkout/step-${at}.js`),
  concepts: ['pattern'],
  filesModified: Array.from({ length: 30 }, (_, at) => `src/checkout/step-${at}.js`),
}
const OLD: Partial<ObservationDraft> = {
  type: 'change',
  title: 'The flaky checkout test waits for the event instead of a second',
  subtitle: 'sleep(1000) is gone',
  narrative: 'The test slept for a second, which was too short on the build machine.',
  concepts: ['what-changed'],
}
const ELSEWHERE: Partial<ObservationDraft> = {
  type: 'bugfix',
  title: 'The discount of the other shop was counted twice as well',
  subtitle: 'Copied code, copied bug',
  narrative: 'The same code entered twice took its share off twice.',
}
