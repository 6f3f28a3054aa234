/** The browser the viewer is driven in: Debian's own Chromium, installed when it is missing. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const CHROMIUM = '/usr/bin/chromium'

export default function ensureChromium(): void {
  if (existsSync(CHROMIUM)) return
  console.log('Chromium is missing: apt-get install chromium')
  const { status } = spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`Chromium could not be installed. Put one at ${CHROMIUM} and try again.`)
}
