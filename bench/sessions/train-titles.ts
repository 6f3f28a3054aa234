/**
 * `node bench/sessions/train-titles.ts` retrains which line makes the best title and writes the weights to
 * src/synthesis/title-fit.json. The labels beside it are a reader's: which of a request's pieces, by position, make a
 * good title alone and which do not. They contain no text of the data.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changedTerms } from '../../src/synthesis/changed-terms.ts'
import { splitRequests } from '../../src/synthesis/requests.ts'
import { askedUnit, candidatesOf } from '../../src/synthesis/title.ts'
import { titleFeatures } from '../../src/synthesis/title-fit.ts'
import { splitTurns } from '../../src/synthesis/turns.ts'
import { dot, scoreUnits } from '../../src/synthesis/words/salience.ts'
import { renderTable } from '../figures.ts'
import { hasSessions, loadSessions, type RealSession } from './data.ts'
import { type Example, train } from './training.ts'

const LABELS = join(import.meta.dirname, 'title-labels.jsonl')
const WEIGHTS = join(import.meta.dirname, '../../src/synthesis/title-fit.json')
const FOLDS = 5
const SHRINK = 0.003

interface Label {
  session: string
  /** Key of the request's first event. */
  request: string
  /** Places among the request's pieces. */
  good: number[]
  bad: number[]
}

if (hasSessions()) {
  const { sessions } = await loadSessions()
  const labels = readFileSync(LABELS, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Label) // written beside this script
  const judged = labels.map((label) => examplesOf(label, sessions)).filter((examples) => examples.length > 1)
  const known = judged.filter((examples) => examples.some(({ worth }) => worth > 0))
  let named = 0
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = train(judged.filter((_, i) => i % FOLDS !== fold).flat(), SHRINK)
    for (const examples of known.filter((one) => judged.indexOf(one) % FOLDS === fold)) {
      const best = examples.toSorted((a, b) => dot(b.features, weights) - dot(a.features, weights))[0]
      if (best !== undefined && best.worth > 0) named++
    }
  }
  console.log(
    renderTable(
      ['requests judged', 'with a good line', 'well named, not trained on'],
      [[String(judged.length), String(known.length), (named / known.length).toFixed(3)]],
    ),
  )
  const weights = train(judged.flat(), SHRINK)
  const sorted = Object.fromEntries(Object.entries(weights).sort((a, b) => b[1] - a[1]))
  writeFileSync(WEIGHTS, `${JSON.stringify(sorted, undefined, 2)}\n`)
}

function examplesOf({ session, request, good, bad }: Label, sessions: readonly RealSession[]): Example[] {
  const found = sessions.find(({ id }) => id === session)
  const asked = splitRequests(splitTurns(found?.events ?? [])).find(({ turns }) => turns[0]?.events[0]?.key === request)
  if (found === undefined || asked === undefined) return []
  const units = scoreUnits({ sources: asked.sources, ...changedTerms(asked) })
  const candidates = candidatesOf(units.filter(({ place }) => good.includes(place) || bad.includes(place)))
  return titleFeatures(candidates, askedUnit(units)).map((features, i) => ({
    repository: found.repository,
    features,
    worth: good.includes(candidates[i]?.one.place ?? -1) ? 1 : 0,
  }))
}
