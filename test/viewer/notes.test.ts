/** Notes and dreams in the browser: files as text, a proposal answered word for word, a dream run and taken back. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DreamReply } from '../../src/worker/protocol/dream.ts'
import { seedFolder } from '../support/seed.ts'
import { waitFor } from '../support/wait.ts'
import { call } from '../support/worker.ts'
import { barriers, HOSTILE, look, openStage, PHONE, type Stage, shoot, visitAt } from './stage.ts'

const MERGED = '- Boxes are reused in the depot'
const MEMORY = `# What lasts

## Servers

- The build server is called **plum** and listens on port \`8080\`.
- Deploys happen on Tuesdays.
- Boxes are reused in the depot by everyone

## Strange

${HOSTILE}

[a link](javascript:alert(1)) and ![an image](http://evil.example/x.png)

\`\`\`sh
echo "<b>not bold</b>"
\`\`\`
`
const LOG =
  '# 2026-11-02\n\n- The staging database moved to the machine called lemon, on port 5433.\n- Lunch was late.\n'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(({ data, project }) => {
    seedFolder(data.root, project)
    // It dreams when a test says so, and of everything.
    const dreaming = { enabled: false, minScore: 0, minRecallCount: 1, minUniqueQueries: 1, maxPromotions: 1 }
    writeFileSync(data.settings, JSON.stringify({ memory: { dreaming } }))
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    }
    put('memory/MEMORY.md', `${MEMORY}${MERGED}\n`)
    put('memory/2026-11-02.md', LOG)
    const at = '2026-11-01T00:00:00Z'
    const keeps = '- Boxes are reused in the depot by everyone'
    const proposals = [
      { id: 'p1', kind: 'merge', line: MERGED, keeps, reason: 'says the same', at },
      { id: 'p2', kind: 'retire', line: '- Deploys happen on Tuesdays.', reason: 'nobody recalled it', at },
    ]
    put('memory/.dreams/proposals.json', JSON.stringify({ version: 1, proposals }))
  })
}, 60_000)
afterAll(() => stage?.close())

const visit = (path: string, act: (page: Page) => Promise<void>, by = {}) => visitAt(stage, path, act, by)
const memory = () => readFileSync(join(stage.place.project, 'memory/MEMORY.md'), 'utf8')

/** As if it had been asked on another day too: one day alone makes nothing lasting. */
async function recallOnTwoDays(): Promise<void> {
  const { project } = stage.place
  const file = join(project, 'memory/.dreams/short-term-recall.json')
  for (const query of ['staging database', 'what is the staging database called', 'database lemon'])
    await call(
      stage.place,
      'GET',
      `/api/notes/search?${new URLSearchParams({ query, cwd: project, scope: 'notes', maxResults: '3' })}`,
    )
  await waitFor('something to promote', async () => {
    const text = readFileSync(file, 'utf8')
    if (!text.includes('"2026-01-01"'))
      writeFileSync(file, text.replaceAll('"recallDays": [', '"recallDays": ["2026-01-01",'))
    const reply = await call<DreamReply>(stage.place, 'POST', '/api/dream', { cwd: project, action: 'dry-run' })
    return reply.promotions.length > 0
  })
}

describe('notes', () => {
  it('are shown as text with their headings, and never as HTML', () =>
    visit('/notes', async (page) => {
      await page.getByRole('heading', { name: 'Servers' }).waitFor()
      await page.locator('.markdown strong', { hasText: 'plum' }).waitFor()
      await page.getByText(HOSTILE).waitFor()
      await page.getByText('[a link](javascript:alert(1))').waitFor()
      expect(await page.locator('main img, main script, main b').count()).toBe(0)
      expect(await page.title()).not.toContain('owned')
      await page.getByRole('link', { name: '2026-11-02' }).click()
      await page.getByText('Lunch was late.').waitFor()
      await page.goBack()
      await page.getByRole('heading', { name: 'Servers' }).waitFor()
    }))

  it('cannot be read without the token', () =>
    visit(
      '/notes',
      async (page) => {
        await page.getByText('To read files here').waitFor()
        expect(await page.getByText('plum').count()).toBe(0)
      },
      { token: false },
    ))
})

describe('dreams', () => {
  it('ask word by word, and take an answer', () =>
    visit('/notes', async (page) => {
      await page.getByText('2 proposals wait').waitFor()
      expect(await page.locator('.proposal .diff ins').allTextContents()).toEqual([' by everyone'])
      await shoot(page, 'notes-proposals')
      await page.getByRole('button', { name: 'Keep it' }).nth(1).click()
      await page.getByText('It stays, and is not proposed again.').waitFor()
      await page.getByText('1 proposal waits').waitFor()
      await page.getByRole('button', { name: 'Merge them' }).click()
      await page.getByText('Done.').waitFor()
      expect(memory().split('\n')).not.toContain(MERGED)
      expect(memory()).toContain('Deploys happen')
    }))

  it('say what they would do, do it, show where it comes from, and are taken back', async () => {
    await recallOnTwoDays()
    const before = memory()
    await visit('/notes', async (page) => {
      await page.getByRole('button', { name: 'What would it do?' }).click()
      await page.getByText('Nothing was written. A dream would change:').waitFor()
      await page.locator('.notice ins').first().waitFor()
      expect(memory()).toBe(before)
      await shoot(page, 'notes-dry-run')
      await page.getByRole('button', { name: 'Dream now' }).click()
      await page.getByText('Done.').waitFor()
      await page.locator('.note .source').first().waitFor()
      expect(memory()).not.toBe(before)
      await shoot(page, 'notes-dreamt')
      await page.getByRole('button', { name: 'undo' }).first().click()
      await page.getByText('Taken back.').waitFor()
      await page.locator('.note .source').first().waitFor({ state: 'detached' })
      expect(memory()).toBe(before)
    })
  })

  it.each([
    ['light', {}],
    ['dark', { colorScheme: 'dark' as const }],
    ['phone', PHONE],
  ])('shut nobody out and fit: %s', async (name, by) => {
    const { page, close } = await look(stage, '/notes', by)
    await page.locator('.markdown').waitFor()
    await shoot(page, `notes-${name}`)
    expect(await barriers(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await close()
  })
})
