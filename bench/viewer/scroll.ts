/** A long scroll through the timeline: what it leaves in the document. */
import { look, type Stage } from '../../test/viewer/stage.ts'

const PAGE = 50

export async function measureScroll(stage: Stage, rows: number): Promise<{ loaded: number; drawn: number }> {
  const { page, requests, close } = await look(stage, '/timeline')
  await page.locator('.row').first().waitFor()
  const loaded = () => requests.filter((url) => url.includes('/api/search')).length * PAGE
  let drawn = 0
  while (loaded() < rows) {
    const now = await page.evaluate(`new Promise((drawn) => {
      scrollBy(0, 4000)
      requestAnimationFrame(() => drawn(document.querySelectorAll('.row').length))
    })`)
    drawn = Math.max(drawn, Number(now))
  }
  await close()
  return { loaded: loaded(), drawn }
}
