/** `import transcripts` as a user runs it: the real command, a real worker, files of two hosts. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportProgress } from '../src/worker/protocol.ts'
import { type CliRun, runCli } from './support/cli.ts'
import { makePlace, PROJECT_ROOT, removePlace } from './support/place.ts'
import { stopWorker } from './support/worker.ts'

const place = makePlace()
const claude = join(place.root, 'claude')
const codex = join(place.root, 'codex')
const slug = join(claude, 'projects/-shop')
const day = join(codex, 'sessions/2026/07/13')
const SECRET = `ghp_${'x9Y8'.repeat(9)}`

const env = { CLAUDE_CONFIG_DIR: claude, CODEX_HOME: codex }
const run = (...args: string[]) => runCli(place, args, { env })
const imported = async (...args: string[]): Promise<ImportProgress> => {
  const { code, stdout, stderr } = await run('import', 'transcripts', ...args, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as ImportProgress
}
/** In the project's own folder, so that the sessions are of this project. */
const fixture = (name: string) =>
  readFileSync(join(PROJECT_ROOT, 'test/fixtures', name), 'utf8')
    .replaceAll('/home/user/shop', place.project)
    .replaceAll('/home/user/project', place.project)

beforeAll(() => {
  mkdirSync(slug, { recursive: true })
  mkdirSync(day, { recursive: true })
  writeFileSync(join(slug, '00000000-0000-4000-8000-000000000001.jsonl'), fixture('host/transcript.all-tools.jsonl'))
  for (const name of readdirSync('test/fixtures/codex')) writeFileSync(join(day, name), fixture(`codex/${name}`))
  writeFileSync(join(codex, 'history.jsonl'), '{"session_id":"x","ts":1,"text":"typed"}\n')
})
afterAll(async () => {
  await stopWorker(place)
  removePlace(place)
})

describe('sessions of Codex CLI', () => {
  it('become memories that are found again, also by their decisions and their files', async () => {
    expect(await imported('--host', 'codex')).toMatchObject({ filesTotal: 4, filesNew: 4, unreadable: 0 })
    const found = (words: string): Promise<CliRun> => run('search', words)
    expect((await found('posting lists')).stdout).toContain('posting lists')
    expect((await found('payment service busy retry')).stdout).toContain('tries three times')
    expect((await found('gift card')).stdout).toContain('gift-card.ts')
    expect((await found('basket rounding invoice')).stdout).toContain('round')
    const [id] = /\b\d+\b/.exec((await found('posting lists')).stdout) ?? []
    expect((await run('show', id ?? '')).stdout).toContain('src/product-search.ts')
  })

  it('are read once: again adds nothing, and a session that went on adds what is new', async () => {
    expect(await imported('--host', 'codex')).toMatchObject({ filesNew: 0, events: 0, observations: 0 })
    expect((await run('import', 'transcripts', '--host', 'codex')).stdout).toBe('Nothing new in 4 transcripts.\n')
    const [name = ''] = readdirSync(day).filter((one) => one.includes('2026-08-02'))
    const line = (type: string, payload: object) =>
      `${JSON.stringify({ timestamp: '2026-08-02T11:00:00.000Z', type, payload })}\n`
    const said = [
      {
        type: 'output_text',
        text: `Vouchers now expire at midnight UTC, because a customer who travels must not lose one. The key was ${SECRET}.`,
      },
    ]
    appendFileSync(
      join(day, name),
      line('event_msg', {
        type: 'user_message',
        message: 'Let vouchers expire at midnight, wherever the customer lives. <private>mine</private>',
      }),
    )
    appendFileSync(join(day, name), line('response_item', { type: 'message', role: 'assistant', content: said }))
    appendFileSync(join(day, name), '{"timestamp":"2026-08-02T11:00:01.000Z","type":"resp\n')
    expect(await imported(join(day, name))).toMatchObject({
      filesTotal: 1,
      filesNew: 1,
      events: 2,
      observations: 1,
      unreadable: 1,
    })
    const { stdout } = await run('search', 'vouchers expire', '--full')
    expect(stdout).toContain('midnight UTC')
    expect(stdout).not.toContain(SECRET)
    expect((await run('search', 'mine')).stdout).not.toContain('<private>')
  })

  it('of an excluded project are left alone', async () => {
    const elsewhere = join(codex, 'sessions/2026/07/14')
    mkdirSync(elsewhere)
    const text = fixture(`codex/${readdirSync('test/fixtures/codex').at(-1)}`)
    writeFileSync(
      join(elsewhere, 'rollout-2026-07-14T12-00-00-other.jsonl'),
      text
        .replaceAll(place.project, join(place.root, 'work/secret'))
        .replaceAll('019f8888', '019f9999')
        .replaceAll('call_gift', 'call_gift2'),
    )
    await stopWorker(place)
    writeFileSync(
      place.data.settings,
      JSON.stringify({ CLAUDE_MEM_EXCLUDED_PROJECTS: join(place.root, 'work/secret') }),
    )
    expect(await imported(elsewhere)).toMatchObject({ filesTotal: 1, filesNew: 0, events: 0 })
  })
})

describe('what PATH can be', () => {
  it('nothing: the sessions of Claude Code, and only those', async () => {
    expect(await imported()).toMatchObject({ filesTotal: 1, filesNew: 1 })
  })
  it.each([
    ['the host’s folder', () => claude, 1],
    ['its folder of projects', () => join(claude, 'projects'), 1],
    ['the folder of one project', () => slug, 1],
    ['one file', () => join(slug, '00000000-0000-4000-8000-000000000001.jsonl'), 1],
    ['a folder of one day', () => day, 4],
    ['a relative path', () => '../../codex/sessions/2026', 5],
  ])('%s', async (_, path, files) => {
    expect(await imported(path())).toMatchObject({ filesTotal: files, events: 0 })
  })
  it('a folder without transcripts, a file that is none, and nothing at all are named', async () => {
    const failed = async (path: string, ...more: string[]) => {
      const { code, stderr } = await run('import', 'transcripts', path, ...more)
      expect(code).not.toBe(0)
      return stderr
    }
    const rubbish = join(place.root, 'notes.jsonl')
    writeFileSync(rubbish, 'buy milk\n')
    expect(await failed(rubbish)).toContain('is not a transcript of Claude Code or Codex CLI')
    expect(await failed(join(codex, 'history.jsonl'))).toContain('is not a transcript')
    expect(await failed(place.project)).toContain('There are no transcripts of Claude Code or Codex CLI in')
    expect(await failed(slug, '--host', 'codex')).toContain('There are no transcripts of Codex CLI in')
    expect(await failed(join(place.root, 'gone'))).toContain('There is no file or folder')
    expect(await failed(slug, '--host', 'cursor')).toContain('must be claude-code or codex')
  })
})

it('of a session that grew, only new memories are counted', async () => {
  const path = join(slug, '00000000-0000-4000-8000-00000000000a.jsonl')
  const line = (uuid: string, type: string, message: object) =>
    `${JSON.stringify({ type, message, uuid, sessionId: '00000000-0000-4000-8000-00000000000a', timestamp: `2026-11-15T18:${uuid}:00.000Z`, cwd: place.project })}\n`
  const turn = (n: number, ask: string, answer: string) =>
    line(`${n}1`, 'user', { role: 'user', content: ask }) +
    line(`${n}2`, 'assistant', { id: `m${n}`, role: 'assistant', content: [{ type: 'text', text: answer }] })
  writeFileSync(
    path,
    turn(
      1,
      'Which queue do we use for mails?',
      'We decided to send mails through the outbox table, because the broker loses messages when it restarts.',
    ),
  )
  expect(await imported(path)).toMatchObject({ observations: 1 })
  appendFileSync(
    path,
    turn(
      3,
      'Now something else: render the invoices at night.',
      'Invoices are rendered at night by the cron job, because the PDF service is too slow by day.',
    ),
  )
  expect(await imported(path)).toMatchObject({ events: 2, observations: 1 })
})
