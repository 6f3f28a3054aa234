/** Of the worker behind a door: that it still runs and takes the next good event, and that it kept nothing private. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findWorker, send } from '../../src/worker/client.ts'
import { passagesOf } from '../support/data-folder-bytes.ts'
import { bashUse, runHook } from '../support/hook.ts'
import type { Place } from '../support/place.ts'
import { waitFor } from '../support/wait.ts'
import { query, readLog } from '../support/worker.ts'
import { demand } from './door.ts'
import { PRIVATE_WORD } from './inputs.ts'

/** Call it once when the door opens, and what it returns after the inputs. */
export function watchHealth(place: Place): () => Promise<void> {
  const worker = findWorker(place.data)
  demand(worker !== undefined, 'no worker is running')
  let looks = 0
  return async () => {
    looks += 1
    const id = `toolu_good_${worker.pid}_${looks}`
    const payload = bashUse(place, { sessionId: `good-${looks}`, id })
    const hook = await runHook(place, { event: 'PostToolUse', payload })
    demand(hook.code === 0 && hook.stderr === '', 'a good hook failed')
    await waitFor(
      'the next good event is stored',
      () =>
        query<{ n: number }>(place, `SELECT count(*) AS n FROM observation_queue WHERE event_key = 't:${id}'`)[0]?.n ===
        1,
      30_000,
    )
    demand(findWorker(place.data)?.pid === worker.pid, 'the worker is another one')
    const health = await send(worker, { method: 'GET', path: '/health', timeoutMs: 5000 })
    demand(health.status === 200, `the worker is not well: ${health.status}`)
    const stumbled = readLog(place).filter(({ level }) => level === 'error')
    demand(stumbled.length === 0, `the log has errors: ${JSON.stringify(stumbled.slice(0, 2))}`)
    const kept = privateIn(place)
    demand(kept.length === 0, `private text lies in ${kept.join(', ')}`)
  }
}

/** Raw text lies in the spool alone, `bad` included, for a day; what a person wrote into settings.json is theirs. */
function privateIn(place: Place): string[] {
  const word = Buffer.from(PRIVATE_WORD)
  const files = readdirSync(place.data.root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== place.data.settings && !path.startsWith(`${place.data.spool}/`))
  const found = files.filter((path) => existsSync(path) && readFileSync(path).includes(word))
  const inPassages = passagesOf(join(place.data.root, 'db.sqlite')).some((text) => text.includes(PRIVATE_WORD))
  return [...found.map((path) => path.slice(place.data.root.length + 1)), ...(inPassages ? ['a passage'] : [])]
}
