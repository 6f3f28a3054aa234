import assert from 'node:assert/strict'
import { runClient } from '../client.ts'
import { PRICE_FILES, priceScript } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { settle } from '../worker.ts'

const RULE = 'Never store money as a float in this project'
const OPEN = 'the credit notes still use the old rounding'

const check: Check = {
  title: 'a session begins with what is open here and with the user’s rules',
  async run(stage) {
    const place = stage.openPlace('open-ends', PRICE_FILES)
    const { main } = priceScript(place)
    const closing = [
      'Totals are now rounded to whole cents, because unrounded VAT made invoices differ from the ledger.',
      '',
      '## Next steps',
      `- Port the fix to src/credit.js: ${OPEN}.`,
    ].join('\n')
    await runClient(place, {
      prompt: `Fix the rounding of invoice totals in src/price.js. ${RULE}.`,
      script: { main: [...main.slice(0, -1), closing] },
    })
    await settle(place)

    const next = await runClient(place, { prompt: 'What is left to do?', script: { main: ['The credit notes.'] } })
    const text = next.requests[0]?.text ?? ''
    const open = text.indexOf('### Open here')
    const rules = text.indexOf('### The user’s rules')
    const shown = text.slice(Math.max(0, open), open + 2500)
    assert.ok(open >= 0, `no open work in the request: ${text.slice(0, 3000)}`)
    assert.ok(rules > open, `the rules do not follow what is open: ${shown}`)
    assert.ok(text.slice(open, rules).includes(OPEN), `what is open is not named: ${shown}`)
    assert.ok(text.slice(rules, rules + 400).includes(RULE), `the rule is not named: ${shown}`)
    assert.equal(text.split(OPEN).length, 2, 'what is open stands there more than once')
  },
}
export default check
