import { runClient } from '../client.ts'
import { assertContext, fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check } from '../stage.ts'

const check: Check = {
  title: 'the next run is told of it by a warm worker',
  async run(stage) {
    const place = stage.openPlace('warm', PRICE_FILES)
    const { memory } = await fixThePrice(place)
    assertContext(
      await runClient(place, { prompt: 'What did we do?', script: { main: ['We rounded totals.'] } }),
      memory,
    )
  },
}
export default check
