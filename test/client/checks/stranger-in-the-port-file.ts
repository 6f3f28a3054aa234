import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findText, runClient } from '../client.ts'
import { assertContext, fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { STRANGER_SAYS, startStranger } from '../stranger.ts'
import { stopWorker } from '../worker.ts'

const check: Check = {
  title: 'a stranger on the recorded port is not believed, and does not keep the memory away',
  async run(stage) {
    const place = stage.openPlace('port-file', PRICE_FILES)
    const { memory } = await fixThePrice(place)
    await stopWorker(place)
    const stranger = await startStranger()
    try {
      // A living process (this one) and a nonce that the stranger does not know.
      writeFileSync(join(place.data, 'port'), `${stranger.port} ${process.pid} 0123456789abcdef0123456789abcdef\n`)
      const fooled = await runClient(place, { prompt: 'What did we do?', script: { main: ['I do not know.'] } })
      assert.ok(stranger.asked.length > 0, 'the hooks never met the stranger, so this proves nothing')
      assert.deepEqual(findText(place.requests, STRANGER_SAYS), [], 'the stranger spoke to the model')
      assert.ok(!fooled.hooks.some((hook) => hook.stdout.includes(STRANGER_SAYS)))
      assertContext(fooled, memory) // the hook that met the stranger started a worker of our own
    } finally {
      stranger.close()
    }
  },
}
export default check
