import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { PROJECT_ROOT } from '../../support/place.ts'
import { runClient } from '../client.ts'
import { assertContext, PRICE_FILES, priceScript } from '../sessions.ts'
import { type Check, type Place, waitFor } from '../stage.ts'
import { findLivingWorker, findMemory, settle } from '../worker.ts'

const OWN_SETTINGS = '{\n    "permissions": { "allow": ["Bash(ls)"] }\n}\n'

/** What docs/start.md tells a new user to do, in its order, with the plugin as `install` puts it into the client. */
const check: Check = {
  title:
    'a new user installs, works, is told the next time, looks at it, forgets it, and leaves no trace in the settings',
  async run(stage) {
    const place = stage.openPlace('first', PRICE_FILES)
    const settings = join(place.home, '.claude/settings.json')
    writeFileSync(settings, OWN_SETTINGS)
    rmSync(place.data, { recursive: true })
    const claudeMem = commandIn(place)

    claudeMem('install')
    await runClient(place, {
      prompt: 'Fix the rounding of invoice totals in src/price.js',
      script: priceScript(place),
      installed: true,
    })
    await settle(place)
    const memory = await findMemory(place, 'price')
    const found = claudeMem('search', 'why', 'are', 'totals', 'rounded')
    assert.ok(found.includes('unrounded VAT made invoices differ'), `the search does not say why:\n${found}`)
    const next = { prompt: 'What did we do?', script: { main: ['We rounded totals.'] }, installed: true }
    assertContext(await runClient(place, next), memory)

    const page = await fetch(claudeMem('ui', '--print').trim().replace(/#.*$/s, ''))
    assert.match(await page.text(), /<title>claude-mem/)
    const health = claudeMem('doctor')
    assert.match(health, /probe/, `the doctor did not take the real path:\n${health}`)

    claudeMem('forget', String(memory.id), '--yes')
    const after = await runClient(place, next)
    assert.ok(!after.requests[0]?.text.includes(memory.title), 'what was forgotten is still told')

    claudeMem('uninstall')
    assert.equal(readFileSync(settings, 'utf8'), OWN_SETTINGS)
    await waitFor('the worker to end', () => (findLivingWorker(place) ? undefined : true))
    const last = await runClient(place, next)
    assert.deepEqual(last.hooks, [], 'hooks run after uninstall')
    assert.ok(existsSync(join(place.data, 'db.sqlite')), 'the memories are gone')
  },
}
export default check

/** The command as a clone has it, beside a `claude` on the PATH. */
function commandIn(place: Place): (...args: string[]) => string {
  const bin = join(place.root, 'bin')
  mkdirSync(bin)
  symlinkSync(place.stage.clientBinary, join(bin, 'claude'))
  const env = { ...place.env, PATH: [bin, place.env.PATH].join(delimiter), ANTHROPIC_BASE_URL: NOBODY }
  return (...args) => {
    const program = [join(PROJECT_ROOT, 'bin/claude-mem.mjs'), ...args]
    const ran = spawnSync(process.execPath, program, { cwd: place.project, env, encoding: 'utf8', timeout: 120_000 })
    assert.equal(ran.status, 0, `claude-mem ${args.join(' ')}: ${ran.status}\n${ran.stdout}\n${ran.stderr}`)
    return ran.stdout
  }
}

/** Nothing listens on the discard port: the client has nobody to ask while it installs a plugin. */
const NOBODY = 'http://127.0.0.1:9'
