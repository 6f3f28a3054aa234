/**
 * `node bench/sessions/train.ts` retrains the salience model and writes its weights to
 * src/synthesis/words/salience.json; it also prints how well they do on repositories they have not seen.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderTable } from '../figures.ts'
import { hasSessions, loadSessions } from './data.ts'
import { areaUnderCurve, examplesOf, train } from './training.ts'

const WEIGHTS = join(import.meta.dirname, '../../src/synthesis/words/salience.json')

if (hasSessions()) {
  const { sessions, truth } = await loadSessions()
  const examples = examplesOf(sessions, truth)
  const repositories = [...new Set(examples.map(({ repository }) => repository))]
  const rows = repositories.map((repository, i) => {
    const unseen = examples.filter((one) => one.repository === repository)
    const weights = train(examples.filter((one) => one.repository !== repository))
    return [`repository ${i + 1}`, String(unseen.length), areaUnderCurve(unseen, weights).toFixed(3)]
  })
  const weights = train(examples)
  rows.push(['all, trained on all', String(examples.length), areaUnderCurve(examples, weights).toFixed(3)])
  console.log(renderTable(['left out', 'pieces', 'area under curve'], rows))
  const sorted = Object.fromEntries(Object.entries(weights).sort((a, b) => b[1] - a[1]))
  writeFileSync(WEIGHTS, `${JSON.stringify(sorted, undefined, 2)}\n`)
}
