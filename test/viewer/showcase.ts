/**
 * An invented year of work in four projects, for pictures and plots: the same every time but for the date it ends on. No
 * word of it comes from a real session.
 */
import { join } from 'node:path'
import { localDay } from '../../src/memory/local-day.ts'
import type { Concept, ObservationType } from '../../src/memory/observation.ts'
import { reserveTokens, settleTokens } from '../../src/store/budget.ts'
import { openForWriting } from '../../src/store/database.ts'
import { putInjections } from '../../src/store/ledger.ts'
import { migrate } from '../../src/store/migrations.ts'
import { putObservation } from '../../src/store/observations.ts'
import { putGatedRead } from '../../src/store/reads.ts'
import { putProject, putSession } from '../../src/store/sessions.ts'
import { draft } from '../../src/store/store.fixture.ts'
import { putSummary } from '../../src/store/summaries.ts'
import type { Place } from '../support/place.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DAYS = 330

type Memory = [type: ObservationType, title: string, subtitle: string, file: string, concept: Concept]

const WORK: Record<string, Memory[]> = {
  'bakery-shop': [
    [
      'bugfix',
      'Discount codes count once per order',
      'The total goes over a Set now',
      'src/cart/total.ts',
      'problem-solution',
    ],
    [
      'decision',
      'Prices are kept in cents',
      'Floats lost a cent in every thousandth invoice',
      'src/money.ts',
      'trade-off',
    ],
    [
      'discovery',
      'The oven timer sends its webhook twice',
      'Retries come after 30 s without an id',
      'src/webhooks/oven.ts',
      'gotcha',
    ],
    [
      'feature',
      'Customers can order for the next morning',
      'Slots of 15 minutes, twelve loaves each',
      'src/orders/slots.ts',
      'how-it-works',
    ],
    [
      'refactor',
      'Checkout is one state machine',
      'Every step says which step may follow',
      'src/checkout/machine.ts',
      'pattern',
    ],
    ['change', 'Receipts show the tax of each line', 'The tax office asked for it', 'src/receipt.ts', 'what-changed'],
    [
      'bugfix',
      'The login no longer loops after a domain move',
      'The old cookie is cleared first',
      'src/auth/login.ts',
      'problem-solution',
    ],
    [
      'decision',
      'Images are resized on upload, not on request',
      'A crowd at noon made the server swap',
      'src/images.ts',
      'why-it-exists',
    ],
    [
      'discovery',
      'The payment sandbox rejects amounts above 99.99',
      'Only in the sandbox; live works',
      'test/pay.test.ts',
      'gotcha',
    ],
  ],
  'tide-tables': [
    [
      'feature',
      'Harbours can be searched by the name sailors use',
      'Aliases come from a small list',
      'src/harbours.rs',
      'how-it-works',
    ],
    [
      'bugfix',
      'Spring tides are right on leap days',
      'Day of year was off by one after February',
      'src/astro/moon.rs',
      'problem-solution',
    ],
    [
      'decision',
      'Tables are computed on the device',
      'Boats have no network behind the breakwater',
      'docs/offline.md',
      'trade-off',
    ],
    ['refactor', 'Curves are drawn by one function', 'Three copies had drifted apart', 'src/draw/curve.rs', 'pattern'],
    [
      'discovery',
      'The gauge of the north pier is 14 cm low',
      'Compared with three neighbours over a month',
      'data/gauges.csv',
      'gotcha',
    ],
    ['change', 'Heights are shown in metres and feet', 'A switch in the corner', 'src/ui/heights.rs', 'what-changed'],
  ],
  'garden-robot': [
    [
      'bugfix',
      'The arm stops when a cable is pulled',
      'The watchdog was fed from the wrong loop',
      'firmware/arm.c',
      'problem-solution',
    ],
    [
      'feature',
      'Beds are watered by their soil, not by the clock',
      'Three sensors vote',
      'control/water.py',
      'how-it-works',
    ],
    [
      'decision',
      'The camera stays off at night',
      'Moths triggered four hundred photos',
      'control/camera.py',
      'why-it-exists',
    ],
    [
      'discovery',
      'Sensor 7 reads wet when the sun shines on it',
      'Its cover lets light in',
      'notes/sensors.md',
      'gotcha',
    ],
    [
      'refactor',
      'Motions are plans that can be looked at first',
      'A dry run prints every step',
      'control/motion.py',
      'pattern',
    ],
  ],
  'choir-planner': [
    [
      'feature',
      'Rehearsals move by themselves when the hall is taken',
      'The caretaker’s calendar is read each hour',
      'lib/calendar.rb',
      'how-it-works',
    ],
    [
      'bugfix',
      'Second altos get their own sheet again',
      'Voices were compared without their number',
      'lib/voices.rb',
      'problem-solution',
    ],
    [
      'change',
      'Reminders go out at six in the evening',
      'Nobody read them at noon',
      'lib/reminders.rb',
      'what-changed',
    ],
    [
      'decision',
      'No accounts: a link is enough',
      'Half of the choir had lost a password',
      'docs/links.md',
      'trade-off',
    ],
  ],
}

/** Deterministic, so that two pictures differ only where the viewer does. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

export function fillShowcase(place: Place, { now = Date.now(), days = DAYS } = {}): void {
  const db = openForWriting(join(place.data.root, 'db.sqlite'))
  migrate(db)
  const roll = dice(7)
  const names = Object.keys(WORK)
  const idOf = (name: string) => (name === 'bakery-shop' ? place.project : `github.com/example/${name}`)
  for (const name of names)
    putProject(db, { id: idOf(name), name, root: name === 'bakery-shop' ? place.project : `/home/me/${name}` }, now)
  let made = 0
  db.transaction(() => {
    for (let ago = days; ago >= 0; ago--) {
      const noon = new Date(now - ago * DAY_MS).setHours(10, 0, 0, 0)
      const isWeekend = [0, 6].includes(new Date(noon).getDay())
      const sessions = Math.floor(roll() * (isWeekend ? 1.3 : 2.6) * (1.6 - ago / DAYS))
      for (let one = 0; one < sessions; one++) {
        const name = names[Math.floor(roll() ** 1.7 * names.length)] ?? 'bakery-shop'
        const at = Math.min(noon + one * 150 * MINUTE_MS, now - (3 - one) * 8 * MINUTE_MS)
        made = playOne({ name, at, made })
      }
    }
  })
  db.close()

  function playOne({ name, at, made: before }: { name: string; at: number; made: number }): number {
    const project = idOf(name)
    const sessionId = `${name}-${at}`
    const session = putSession(db, {
      sessionId,
      project,
      cwd: project,
      transcriptPath: undefined,
      entrypoint: 'cli',
      at,
    })
    const memories = WORK[name] ?? []
    const wanted = 1 + Math.floor(roll() * 4)
    let id = before
    for (let n = 0; n < wanted; n++) {
      const [type, title, subtitle, file, concept] = memories[(before + n) % memories.length] ?? memories[0] ?? NOTHING
      const key = `${sessionId}:${n}`
      const again = Math.floor((before + n) / memories.length) % 20
      putObservation(db, {
        draft: draft(key, {
          ...{ type, subtitle, concepts: [concept], eventKeys: [], at: at + n * 9 * MINUTE_MS },
          title: `${title}${LATER[again] ?? `, release ${again}`}`,
          narrative: `${subtitle}. It was found by running the tests of ${file} and confirmed by hand.`,
          facts: [`Lives in ${file}`],
          filesRead: [file],
          filesModified: type === 'discovery' || type === 'decision' ? [] : [file],
        }),
        ...{ session, project, source: 'local' },
      })
      id += 1
    }
    const [, request = ''] = memories[before % memories.length] ?? NOTHING
    putSummary(db, { session, project, draft: { ...SUMMARY, request: `Work on: ${request}`, at: at + 50 * MINUTE_MS } })
    if (now - at < 90 * DAY_MS) tell({ sessionId, project, at, known: id })
    return id
  }

  function tell({ sessionId, project, at, known }: { sessionId: string; project: string; at: number; known: number }) {
    const lines = Array.from({ length: 6 }, () => ({
      ...{ observation: 1 + Math.floor(roll() ** 2 * known), score: 1, tokens: 28 },
      parts: { recency: 0.4, type: 0.6 },
    }))
    putInjections(db, {
      sessionId,
      surface: 'session_start',
      tokens: 900 + Math.floor(roll() * 900),
      injections: lines,
      at,
    })
    if (roll() > 0.4)
      putInjections(db, {
        sessionId,
        surface: 'prompt',
        tokens: 240,
        injections: lines.slice(0, 2),
        at: at + MINUTE_MS,
      })
    if (roll() > 0.5) {
      const read = { sessionId, project, path: 'src/cart/total.ts', decision: 'denied' as const, toldTokens: 420 }
      putGatedRead(db, { ...read, fileTokens: 3000 + Math.floor(roll() * 6000) }, at + 2 * MINUTE_MS)
    }
    const paid = { day: localDay(at), provider: 'claude', batch: undefined, budget: 1e9, at, tokens: 9000 }
    settleTokens(db, { reservation: reserveTokens(db, paid) ?? 0, tokens: 1500 + Math.floor(roll() * 5000) })
  }
}

const NOTHING: Memory = ['change', '', '', '', 'what-changed']
const LATER = ['', ', also for guests', ', and a test says so', ', after the second try', ', in the other module too']
const SUMMARY = {
  ...{ investigated: 'Where it comes from', learned: 'One place decides', completed: 'It is mended and tested' },
  ...{ nextSteps: 'Watch it for a week', filesRead: [], filesEdited: [], notes: '', discoveryTokens: 5200 },
}
