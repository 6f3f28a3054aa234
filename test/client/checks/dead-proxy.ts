import { runClient } from '../client.ts'
import { assertContext, fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { stopWorker } from '../worker.ts'

/** Nothing listens on the discard port. */
const DEAD = 'http://127.0.0.1:9'

const check: Check = {
  title: 'with every proxy variable set to a dead address the context still arrives, warm and cold',
  async run(stage) {
    const place = stage.openPlace('proxy', PRICE_FILES)
    const { memory } = await fixThePrice(place)
    const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']
    // The client obeys the proxy too. It reaches the model by a name that is exempt; our hooks use the address, which is not.
    const env = {
      ...Object.fromEntries(names.map((name) => [name, DEAD])),
      no_proxy: 'localhost',
      NO_PROXY: 'localhost',
    }
    const again = (prompt: string) =>
      runClient(place, { prompt, script: { main: ['We rounded totals.'] }, env, modelHost: 'localhost' })
    assertContext(await again('What did we do?'), memory)
    await stopWorker(place)
    assertContext(await again('And before that?'), memory)
  },
}
export default check
