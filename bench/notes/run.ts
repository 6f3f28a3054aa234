/**
 * What notes are worth and what they cost: `npm run bench:notes -- [--only quality|speed] [--cache file] [--check]`
 * asks a real worker over HTTP. Required: every set at least as good as the reference hybrid, and a written note
 * findable within two seconds. A whole run writes bench/results/notes.json. Vectors are cached in `--cache` and made
 * once.
 */
import { parseArgs } from 'node:util'
import { CHECK, conclude, type Need } from '../outcome.ts'
import { DEFAULT_CACHE } from '../retrieval/embed-cache.ts'
import { measureQuality, needsOf as qualityNeeds, renderQuality } from './quality.ts'
import { measureSpeed, renderSpeed, needsOf as speedNeeds } from './speed.ts'

const { values: asked } = parseArgs({
  options: { ...CHECK, only: { type: 'string' }, cache: { type: 'string', default: DEFAULT_CACHE } },
})
const required: Need[] = []
const speed = asked.only === 'quality' ? undefined : await measureSpeed()
if (speed) required.push(...speedNeeds(speed))
const quality = asked.only === 'speed' ? undefined : await measureQuality({ cache: asked.cache })
if (quality) required.push(...qualityNeeds(quality))

if (quality) console.log(`\n${renderQuality(quality)}`)
if (speed) console.log(`\n${renderSpeed(speed)}`)
conclude('notes', {
  report: { note: 'open half of the queries', quality, speed },
  required,
  whole: asked.only === undefined,
  check: asked.check,
})
