/** Settings over HTTP: described and validated by one table, changed in one file, and never a secret in an answer. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { type Config, loadConfig, SETTING_GROUPS, SETTINGS } from '../src/config.ts'
import type { SettingShown, SettingsReply } from '../src/worker/protocol/settings.ts'
import { asker, quietParts } from './support/http-parts.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'claude-mem-settings-'))
const file = join(dataDir, 'settings.json')
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const config = loadConfig({ dataDir }, { HOME: dataDir, CLAUDE_MEM_BACKUPS: '3' })
const applied: Config[] = []
const ask = asker(quietParts(undefined, { config, applySettings: (next) => applied.push(next) }))
const change = (changes: Record<string, string | null>) => ask('/api/settings', { changes })
const written = () => JSON.parse(readFileSync(file, 'utf8'))
const one = (reply: SettingsReply, name: string) =>
  reply.groups.flatMap(({ settings }) => settings).find(({ key }) => key === `CLAUDE_MEM_${name}`) as SettingShown

beforeEach(() => writeFileSync(file, '{"memory": {"citations": "on"}}'))

describe('the settings', () => {
  it('are all there, each in one group', async () => {
    expect(Object.values(SETTING_GROUPS).flat().sort()).toEqual(Object.keys(SETTINGS).sort())
    const { body } = await ask('/api/settings')
    const shown = body.groups.flatMap(({ settings }: { settings: SettingShown[] }) => settings)
    expect(shown).toHaveLength(Object.keys(SETTINGS).length)
    expect(one(body, 'READ_GATE')).toMatchObject({
      form: { kind: 'choice', choices: ['earn', 'deny', 'inform', 'off'] },
      value: 'earn',
      source: 'default',
      atOnce: true,
      waits: false,
    })
  })

  it('are changed in the file, beside what else stands there, and taken out again', async () => {
    const { body } = await change({ CLAUDE_MEM_CONTEXT_TOKENS: '900', CLAUDE_MEM_EVENT_DAYS: '30' })
    expect(one(body, 'EVENT_DAYS')).toMatchObject({ value: '30', source: 'settings.json', waits: true, atOnce: false })
    expect(applied.at(-1)?.CONTEXT_TOKENS).toBe(900)
    expect(written()).toEqual({
      memory: { citations: 'on' },
      CLAUDE_MEM_CONTEXT_TOKENS: '900',
      CLAUDE_MEM_EVENT_DAYS: '30',
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    await change({ CLAUDE_MEM_CONTEXT_TOKENS: null, CLAUDE_MEM_EVENT_DAYS: null })
    expect(written()).toEqual({ memory: { citations: 'on' } })
  })

  it.each([
    [{ CLAUDE_MEM_CONTEXT_TOKENS: '900', CLAUDE_MEM_READ_GATE: 'sometimes' }, 'READ_GATE'],
    [{ CLAUDE_MEM_CONTEXT_TOKENS: '' }, 'CONTEXT_TOKENS'],
    [{ CLAUDE_MEM_CONTEXT_TOKENS: '900', CLAUDE_MEM_NONSENSE: '1' }, 'NONSENSE'],
    [{ CLAUDE_MEM_BASE_URL: 'localhost:11434' }, 'BASE_URL'],
    [{ CLAUDE_MEM_BACKUPS: '5' }, 'environment'],
    [{ dataDir: '/' }, 'dataDir'],
    [{ __proto__: null, constructor: 'x' }, 'constructor'],
  ])('stay as they are when one of %j cannot be used', async (changes, word) => {
    const { status, body } = await change(changes as Record<string, string>)
    expect([status, body.error.code]).toEqual([400, 'bad_input'])
    expect(body.error.message).toContain(word)
    expect(written()).toEqual({ memory: { citations: 'on' } })
  })

  it('stay as they are when the file is not JSON, and the answer says so', async () => {
    writeFileSync(file, '{ "CLAUDE_MEM_MODEL": ')
    const { body } = await change({ CLAUDE_MEM_MODEL: 'm' })
    expect(body.error.message).toContain('is not a JSON object')
    expect(readFileSync(file, 'utf8')).toBe('{ "CLAUDE_MEM_MODEL": ')
  })

  it('never tell a secret: neither a key nor a password in an address', async () => {
    const { body } = await change({
      CLAUDE_MEM_API_KEY: 'sk-very-secret',
      CLAUDE_MEM_CHROMA_URL: 'http://me:hunter2@localhost:8000',
      CLAUDE_MEM_EMBEDDINGS_URL: 'http://localhost:11434/v1?key=hunter2',
    })
    for (const reply of [body, (await ask('/api/settings')).body]) {
      expect(JSON.stringify(reply)).not.toMatch(/very-secret|hunter2/)
      for (const name of ['API_KEY', 'CHROMA_URL', 'EMBEDDINGS_URL'])
        expect(one(reply, name)).toMatchObject({ value: null, source: 'settings.json' })
    }
  })
})
