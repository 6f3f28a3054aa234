import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'claude-mem-config-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function configOf(settings: string) {
  writeFileSync(join(dataDir, 'settings.json'), settings)
  return loadConfig({ dataDir }, { HOME: '/home/me' })
}

describe('a value in settings.json', () => {
  it('may be a text, a number, a switch or a list of these', () => {
    const config = configOf(
      '{"CLAUDE_MEM_MODEL": "m", "CLAUDE_MEM_BACKUPS": 3, "CLAUDE_MEM_SESSION_LINE": false, "CLAUDE_MEM_SKIP_TOOLS": ["A", "B"]}',
    )
    expect(config).toMatchObject({ MODEL: 'm', BACKUPS: 3, SESSION_LINE: false, SKIP_TOOLS: ['A', 'B'], problems: [] })
  })

  it.each([
    ['nothing', 'null'],
    ['an object', '{"a": 1}'],
    ['a list of lists', '[["A"]]'],
    ['a list of nothing', '[null]'],
    ['lists within lists, very deep', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('that is %s is reported and the default stays', (_what, value) => {
    for (const name of ['MODEL', 'SKIP_TOOLS']) {
      const { MODEL, SKIP_TOOLS, problems } = configOf(`{"CLAUDE_MEM_${name}": ${value}}`)
      const { MODEL: model, SKIP_TOOLS: tools } = configOf('{}')
      expect([MODEL, SKIP_TOOLS]).toEqual([model, tools])
      expect(problems).toEqual([
        `CLAUDE_MEM_${name} in settings.json has a value that cannot be used; the default stays.`,
      ])
    }
  })
})
