import assert from 'node:assert/strict'
import { join } from 'node:path'
import { checkInstall } from '../install.check.ts'
import type { Check } from '../stage.ts'

/** Nothing listens on the discard port. Without an address of its own the client would look for the real API, and wait. */
const NOBODY = 'http://127.0.0.1:9'

const check: Check = {
  title: 'install and uninstall through the client leave its folder as it was',
  async run(stage) {
    const place = stage.openPlace('install')
    const env = { ...place.env, ANTHROPIC_BASE_URL: NOBODY }
    const proven = await checkInstall({
      claudeBinary: stage.clientBinary,
      work: join(place.root, 'installs'),
      env,
    })
    assert.ok(proven.length > 0)
  },
}
export default check
