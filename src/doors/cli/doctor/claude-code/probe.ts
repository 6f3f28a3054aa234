/**
 * The real path, end to end: a prompt goes through the hook script as the host runs it, and has to be found by a search.
 * Then it is taken out again without a trace.
 */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram, hostEnvironment } from '../../../../config.ts'
import { makeProbe, type Probe } from '../../../../memory/probe.ts'
import { askWorker, type DataFolder, readText } from '../../../../worker/client.ts'
import { isExcluded } from '../../../../workspace/exclusion.ts'
import { marketplaceFolder } from '../../setup/app-folder.ts'
import { type CheckParts, defineCheck, type Outcome } from '../check.ts'

/** An event is stored within a tenth of a second; a busy machine or a large backlog takes longer. */
const FOUND_WITHIN_MS = 15_000
const LOOK_EVERY_MS = 50

const WHY = 'What happens in a session takes the same way.'

export const probeCheck = defineCheck({
  name: 'probe',
  asks: 'a test event goes the whole way: hook, spool, database, search; it is deleted again',
  needsWorker: true,
  faults: {
    'hook-fails': { what: 'The hook script did not end as it should.', why: WHY, fix: 'claude-mem install' },
    'probe-waits': {
      what: 'A test event was written by the hook, but the worker does not take it.',
      why: WHY,
      fix: 'claude-mem logs',
    },
    'probe-refused': { what: 'A test event was not understood by the worker.', why: WHY, fix: 'claude-mem install' },
    'probe-lost': { what: 'A test event was not found again.', why: WHY, fix: 'claude-mem logs' },
    'probe-left': {
      what: 'The test event could not be deleted again.',
      why: 'It stands among your prompts; the next check deletes it.',
      fix: 'claude-mem doctor',
    },
    'all-excluded': {
      what: 'CLAUDE_MEM_EXCLUDED_PROJECTS excludes every folder.',
      why: 'Nothing is recorded anywhere.',
      fix: 'narrow CLAUDE_MEM_EXCLUDED_PROJECTS in settings.json, then: claude-mem stop',
    },
  },
  async run(parts) {
    const { folder, say } = parts
    if (existsSync(folder.paused)) return { skipped: 'recording is paused' }
    if (existsSync(folder.full)) return { skipped: 'hooks do not write events now' }
    const cwd = placeFor(parts)
    if (cwd === undefined) return { found: [{ fault: 'all-excluded' }] }
    say('Sending a test event through the hook …')
    const probe = makeProbe(Math.random)
    const startedAt = Date.now()
    let outcome: ProbeOutcome
    try {
      outcome = (await runHook(folder, { probe, cwd })) ?? (await look(folder, { probe, cwd }))
    } finally {
      say('Deleting the test event …')
      await askWorker(folder, 'POST /api/doctor/remove-probes')
    }
    if (await isFound(folder, { probe, cwd })) return { found: [{ fault: 'probe-left' }] }
    return outcome ?? { ok: `stored and found within ${Date.now() - startedAt} ms, and deleted again` }
  },
})

type ProbeOutcome = Outcome<'hook-fails' | 'probe-waits' | 'probe-refused' | 'probe-lost'> | undefined

/** A folder that is not excluded. Our own is never anybody's project. */
function placeFor({ config, folder }: CheckParts): string | undefined {
  return [folder.root, config.home, '/'].find((path) => !isExcluded(config.EXCLUDED_PROJECTS, [path], config.home))
}

interface Sent {
  probe: Probe
  cwd: string
}

/** undefined when the hook ended well. */
async function runHook(folder: DataFolder, sent: Sent): Promise<ProbeOutcome> {
  const { code, said } = await sendThroughHook(folder, sent)
  if (code === 0 && said === '') return undefined
  const what = `The hook script ended with ${code ?? 'a signal'}${said === '' ? '' : ` and said: ${said}`}.`
  return { found: [{ fault: 'hook-fails', what }] }
}

/** undefined when it was found. A file leaves the spool only after its event is stored, or is set aside. */
async function look(folder: DataFolder, sent: Sent): Promise<ProbeOutcome> {
  const deadline = Date.now() + FOUND_WITHIN_MS
  for (;;) {
    const waits = holds(folder.spool, sent.probe)
    if (await isFound(folder, sent)) return undefined
    if (!waits) return { found: [{ fault: holds(folder.badSpool, sent.probe) ? 'probe-refused' : 'probe-lost' }] }
    if (Date.now() > deadline) return { found: [{ fault: 'probe-waits' }] }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

async function isFound(folder: DataFolder, { probe, cwd }: Sent): Promise<boolean> {
  const query = { query: probe.word, cwd, format: 'full' as const, limit: 1 }
  const { results } = await askWorker(folder, 'GET /api/search/prompts', { query })
  return results.some((row) => JSON.stringify(row).includes(probe.word))
}

function holds(folder: string, { word }: Probe): boolean {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .some(({ name }) => readText(join(folder, name))?.includes(word))
}

/** As the host does: the script of the installed plugin, else of this program; without `sh` the program itself. */
function sendThroughHook(folder: DataFolder, { probe, cwd }: Sent): Promise<{ code: number | null; said: string }> {
  const payload = {
    session_id: probe.sessionId,
    hook_event_name: 'UserPromptSubmit',
    prompt: probe.text,
    prompt_id: probe.sessionId,
    cwd,
  }
  const [program = '', ...args] = hookCommand(folder)
  const child = spawn(program, args, {
    cwd: '/',
    env: {
      ...hostEnvironment(),
      CLAUDE_MEM_DATA_DIR: folder.root,
      CLAUDE_MEM_OBSERVER: '',
      CLAUDE_PROJECT_DIR: cwd,
      CLAUDE_CODE_ENTRYPOINT: 'doctor',
    },
    stdio: ['pipe', 'ignore', 'pipe'],
    windowsHide: true,
  })
  return new Promise((resolve) => {
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.stdin.on('error', () => {}) // it ended before it had read everything; its code says why
    child.on('error', (error) => resolve({ code: null, said: error.message }))
    child.on('close', (code) => resolve({ code, said: said.trim().slice(0, 200) }))
    child.stdin.end(JSON.stringify(payload))
  })
}

/** No time limit among its arguments: nobody waits for an answer, and the read gate and the ledger stay out of it. */
function hookCommand(folder: DataFolder): string[] {
  const here = dirname(fileURLToPath(import.meta.url))
  if (!findProgram('sh')) return [process.execPath, join(here, 'main.mjs'), 'save', 'UserPromptSubmit']
  const installed = join(marketplaceFolder(folder.app), 'plugin/hooks/hook.sh')
  const script = existsSync(installed) ? installed : join(here, '../plugin/hooks/hook.sh')
  readFileSync(script) // a missing one is a finding of its own, not a silent hook
  return ['sh', script, 'UserPromptSubmit']
}
