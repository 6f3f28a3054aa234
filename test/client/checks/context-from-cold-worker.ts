import assert from 'node:assert/strict'
import { runClient } from '../client.ts'
import { assertContext, fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { findPort, killWorker, stopWorker } from '../worker.ts'

const check: Check = {
  title: 'and by a cold one: after a stop, and after a crash that left its port file',
  async run(stage) {
    const place = stage.openPlace('cold', PRICE_FILES)
    const { memory } = await fixThePrice(place)
    await stopWorker(place)
    assertContext(
      await runClient(place, { prompt: 'What did we do?', script: { main: ['We rounded totals.'] } }),
      memory,
    )
    await killWorker(place)
    assert.ok(findPort(place), 'a killed worker leaves its port file')
    assertContext(await runClient(place, { prompt: 'And before that?', script: { main: ['Nothing.'] } }), memory)
  },
}
export default check
