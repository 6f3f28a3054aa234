import assert from 'node:assert/strict'
import { fixThePrice, PRICE_FILES } from '../sessions.ts'
import type { Check } from '../stage.ts'
import { getStatus } from '../worker.ts'

const check: Check = {
  title: 'a run that edits a file and stops leaves observations and a summary',
  async run(stage) {
    const place = stage.openPlace('edit', PRICE_FILES)
    const { memory } = await fixThePrice(place)
    assert.ok(memory.files_modified.includes('src/price.js'), `the observation modifies ${memory.files_modified}`)
    const { stored, lastError } = await getStatus(place)
    assert.ok(stored.observations >= 1)
    assert.equal(stored.summaries, 1)
    assert.equal(stored.prompts, 1)
    assert.equal(stored.sessions, 1)
    assert.equal(stored.activeSessions, 0, 'the session is closed by its SessionEnd hook')
    assert.equal(lastError, null)
  },
}
export default check
