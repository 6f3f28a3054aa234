import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findText, runClient } from '../client.ts'
import type { Check, Place } from '../stage.ts'
import { searchObservations, settle, stopWorker } from '../worker.ts'

/** Made up, in the shape of the real thing. */
const API_KEY = `sk-ant-api03-${'Zq7xW2vK9mPl4RtB'.repeat(6)}-AA`
const PRIVATE_WORD = 'Quokka-7731-Finch'
const PRIVATE_PROSE = 'the deputy mayor resigns on Thursday'

const check: Check = {
  title: 'private text and keys, typed and printed, are nowhere in the data folder',
  async run(stage) {
    const place = stage.openPlace('privacy')
    const secret = `<private>The vault opens with ${PRIVATE_WORD}, and ${PRIVATE_PROSE}.</private>`
    const bash = (command: string) => ({
      tools: [{ name: 'Bash', input: { command, description: 'Show the settings' } }],
    })
    const note = {
      file_path: `${place.project}/deploy.md`,
      content: `Deploys go to the blue cluster.\nkey: ${API_KEY}\n`,
    }
    await runClient(place, {
      prompt: `Set up the deployment to the blue cluster. ${secret} The key is ${API_KEY} for now.`,
      script: {
        main: [
          bash(`echo "deploying to the blue cluster with ${API_KEY} and nothing else to say"`),
          bash(`echo "the word ${PRIVATE_WORD} was accepted by the vault of the blue cluster"`),
          bash(`echo "config of the blue cluster: <private>${PRIVATE_PROSE}</private> end of the config"`),
          bash(
            `echo "export ANTHROPIC_API_KEY=${API_KEY}" >&2; echo "${PRIVATE_WORD} is wrong for the blue cluster" >&2; exit 3`,
          ),
          { tools: [{ name: 'Write', input: note }] },
          `The blue cluster is set up with ${API_KEY}; the vault took ${PRIVATE_WORD}.`,
        ],
      },
    })
    for (const secret of [API_KEY, PRIVATE_WORD, PRIVATE_PROSE]) {
      assert.ok(
        findText(place.requests, secret).length > 0,
        `the session never had “${secret}”, so this proves nothing`,
      )
    }
    await settle(place)
    assert.ok((await searchObservations(place, 'blue cluster')).length > 0, 'the session itself is remembered')
    assertNowhere(place)
    await stopWorker(place)
    assertNowhere(place)
  },
}
export default check

function assertNowhere(place: Place): void {
  const names = readdirSync(place.data, { recursive: true }).map(String)
  assert.ok(names.includes('db.sqlite'))
  assert.ok(names.some((name) => name.startsWith('journal/')))
  for (const name of names) {
    const path = join(place.data, name)
    if (!statSync(path).isFile()) continue
    const bytes = readFileSync(path)
    for (const secret of [API_KEY, API_KEY.slice(20, 60), PRIVATE_WORD, PRIVATE_PROSE]) {
      const at = bytes.indexOf(secret)
      assert.equal(
        at,
        -1,
        `${name} holds “${secret}”: …${bytes.subarray(Math.max(0, at - 200), at + 80).toString('latin1')}…`,
      )
    }
  }
}
