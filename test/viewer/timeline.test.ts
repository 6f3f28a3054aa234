/** The timeline by day and session: what stands in from the edge is of the session named above it. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openForWriting } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrations.ts'
import { putObservation } from '../../src/store/observations.ts'
import { putProject, putSession } from '../../src/store/sessions.ts'
import { draft } from '../../src/store/store.fixture.ts'
import { putSummary } from '../../src/store/summaries.ts'
import type { Place } from '../support/place.ts'
import { barriers, look, openStage, PHONE, type Stage, shoot, visitAt } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(fillInterleaved)
}, 60_000)
afterAll(() => stage?.close())

const MINUTE_MS = 60_000
const noon = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).setHours(12, 0, 0, 0)

/** Two sessions at the same time, one over midnight, and a memory of none. */
function fillInterleaved({ data, project }: Place): void {
  const db = openForWriting(join(data.root, 'db.sqlite'))
  migrate(db)
  putProject(db, { id: project, name: 'shop', root: project }, noon(9))
  const session = (sessionId: string) =>
    putSession(db, {
      ...{
        sessionId,
        project,
        cwd: project,
        transcriptPath: undefined,
        entrypoint: 'cli',
        at: noon(3) - 90 * MINUTE_MS,
      },
    })
  const [tax, icons, night] = [session('tax'), session('icons'), session('night')] as const
  const memory = (title: string, of: number | undefined, at: number, type: 'bugfix' | 'feature' = 'bugfix') =>
    putObservation(db, {
      ...{ draft: draft(title, { title, type, eventKeys: [], at }), session: of, project, source: 'local' },
    })
  const end = (of: number, request: string, at: number) =>
    putSummary(db, { session: of, project, draft: { ...SUMMARY, request, at } })
  end(night, 'Keep the night shift running', noon(2))
  memory('The night alarm is quiet', night, noon(2) - 10 * MINUTE_MS)
  end(tax, 'Mend the tax', noon(3))
  end(icons, 'Draw new icons', noon(3) - 5 * MINUTE_MS)
  memory('Tax is rounded once', tax, noon(3) - 10 * MINUTE_MS)
  memory('Tax has its own table', tax, noon(3) - 12 * MINUTE_MS, 'feature')
  memory('Icons are drawn as paths', icons, noon(3) - 20 * MINUTE_MS, 'feature')
  memory('Kept by hand', undefined, noon(3) - 30 * MINUTE_MS)
  memory('The night alarm rings twice', night, noon(3) - 40 * MINUTE_MS)
  db.close()
}

const SUMMARY = {
  ...{ investigated: '', learned: '', completed: '', nextSteps: '', notes: '', discoveryTokens: 0 },
  ...{ filesRead: [], filesEdited: [] },
}

/** Every line of every day, one that stands in from the edge with `> ` before it. */
const lines = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('.of-day')].map((day) =>
    [...day.querySelectorAll('.row, .session-line')].map((line) => {
      const inset = line.getBoundingClientRect().left - day.getBoundingClientRect().left
      const text = line.matches('.row') ? line.querySelector('h2').textContent : line.textContent
      return (inset > 4 ? '> ' : '') + text
    }))`)

describe('the timeline', () => {
  it('indents what is of the session above it, and names the session again where it must', () =>
    visitAt(stage, '/timeline', async (page) => {
      await page.getByText('The night alarm rings twice').waitFor()
      expect(await lines(page)).toEqual([
        ['Keep the night shift running', '> The night alarm is quiet'],
        [
          'Mend the tax',
          'Draw new icons',
          expect.stringMatching(/^session S1 Mend the tax/),
          '> Tax is rounded once',
          '> Tax has its own table',
          expect.stringMatching(/^session S2 Draw new icons/),
          '> Icons are drawn as paths',
          'Kept by hand',
          expect.stringMatching(/^session S3 Keep the night shift/),
          '> The night alarm rings twice',
        ],
      ])
      await shoot(page, 'timeline-sessions')
    }))

  it('indents nothing where only memories are listed', () =>
    visitAt(stage, '/timeline?type=feature', async (page) => {
      await page.getByText('Icons are drawn as paths').waitFor()
      expect(await lines(page)).toEqual([['Tax has its own table', 'Icons are drawn as paths']])
    }))

  it('does the same before and after a memory', () =>
    visitAt(stage, '/timeline?around=3', async (page) => {
      await page.locator('.row[aria-current=true]').waitFor()
      const shown = ((await lines(page)) as string[][]).flat() // as the script says
      expect(shown.slice(shown.findIndex((line) => line.startsWith('session S2')))).toEqual([
        expect.stringMatching(/^session S2/),
        '> Icons are drawn as paths',
        'Kept by hand',
        expect.stringMatching(/^session S3/),
        '> The night alarm rings twice',
      ])
    }))

  it('leads from the line of a session to the session, as a filter and as a page', () =>
    visitAt(stage, '/timeline', async (page) => {
      const line = page.locator('.session-line', { hasText: 'session S3' })
      await line.getByRole('link', { name: 'open session S3' }).waitFor()
      await line.getByRole('link', { name: 'session S3', exact: true }).click()
      await page.waitForURL(`${stage.base}/timeline?session=3`)
      await page.getByText('Mend the tax').first().waitFor({ state: 'detached' })
      expect((await page.locator('.row h2').allTextContents()).length).toBe(3)
    }))

  it.each(['light', 'dark'] as const)('shuts nobody out when it is %s', async (colorScheme) => {
    const { page, close } = await look(stage, '/timeline', { colorScheme })
    await page.locator('.session-line').first().waitFor()
    await shoot(page, `timeline-sessions-${colorScheme}`)
    expect(await barriers(page)).toEqual([])
    await close()
  })

  it('fits a phone', async () => {
    const { page, close } = await look(stage, '/timeline', PHONE)
    await page.locator('.session-line').first().waitFor()
    await shoot(page, 'timeline-sessions-phone')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await close()
  })
})
