import assert from 'node:assert/strict'
import { findText, runClient } from '../client.ts'
import { assertContext, fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { STRANGER_SAYS, startStranger } from '../stranger.ts'
import { findLivingWorker } from '../worker.ts'

const check: Check = {
  title: 'when our port is taken the worker takes another, and the stranger is not heard',
  async run(stage) {
    const stranger = await startStranger()
    try {
      const place = stage.openPlace('taken-port', PRICE_FILES)
      place.env.CLAUDE_MEM_WORKER_PORT = String(stranger.port)
      const { memory } = await fixThePrice(place)
      assert.notEqual(findLivingWorker(place)?.port, stranger.port)
      assertContext(
        await runClient(place, { prompt: 'What did we do?', script: { main: ['We rounded totals.'] } }),
        memory,
      )
      assert.deepEqual(findText(place.requests, STRANGER_SAYS), [])
      assert.deepEqual(stranger.asked, [], 'nothing of ours went to the stranger')
    } finally {
      stranger.close()
    }
  },
}
export default check
