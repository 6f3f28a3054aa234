/** Every view, in light and dark, as axe judges it. */
import { barriers, look, type Stage } from '../../test/viewer/stage.ts'

const VIEWS: [path: string, ready: string][] = [
  ['/?q=ledger', '.hit'],
  ['/timeline', '.row'],
  ['/timeline?around=5', '.row[aria-current]'],
  ['/memory/5', '.memory'],
  ['/now', '.figures'],
  ['/notes', '.empty'],
  ['/insights', '.share'],
  ['/review', '.review-card'],
  ['/settings', '.session-preview pre'],
  ['/memory/999999999', '.problem'],
]

export async function findBarriers(stage: Stage): Promise<{ views: number; found: string[] }> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [path, ready] of VIEWS) {
      const { page, close } = await look(stage, path, { colorScheme })
      await page.locator(ready).first().waitFor()
      found.push(...(await barriers(page)).map((one) => `${path} (${colorScheme}) ${one}`))
      await close()
    }
  }
  return { views: VIEWS.length, found }
}
