/**
 * The open queries as fusion cases, by set: those of the retrieval sets, and the questions to real sessions as the
 * search over everything gets them. Embeddings come from the bench's cache; the first run makes the missing ones, which
 * takes long.
 */
import { join } from 'node:path'
import { type Database, openForReading } from '../../src/store/database.ts'
import { findTextsToIndex } from '../../src/store/index-queue.ts'
import { type Candidate, newestIds } from '../../src/store/search.ts'
import { findSession } from '../../src/store/sessions.ts'
import { runCli } from '../../test/support/cli.ts'
import { makePlace, removePlace } from '../../test/support/place.ts'
import { hasSessions, loadTruth, withTranscripts } from '../sessions/data.ts'
import { loadSet, SETS, type SetName, storeSet } from './datasets.ts'
import { type Case, casesOf, makeReader } from './fusion-features.ts'
import { cachedMeaning, meaningOf } from './meaning.ts'

/** From a larger set this many are taken evenly. */
const MAX_QUERIES = 300
/** As in the bench of sessions: only this much of a row counts. */
const READ_CHARACTERS = 1500

export async function fusionSets(names: readonly SetName[] = SETS): Promise<Map<string, Case[]>> {
  const sets = new Map<string, Case[]>()
  for (const name of names) sets.set(name, await casesOf(name, () => casesOfSet(name)))
  if (!hasSessions()) return sets
  for (const scope of ['project', 'global'] as const)
    sets.set(`sessions-${scope}`, await casesOf(`sessions-${scope}`, () => casesOfSessions(scope)))
  return sets
}

async function casesOfSet(name: SetName): Promise<Case[]> {
  const { docs, queries: all } = loadSet(name)
  const step = Math.max(1, all.length / MAX_QUERIES)
  const queries = all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
  const { db, benchIds, idsOf } = storeSet(docs)
  const read = makeReader(db, await cachedMeaning(docs, queries, idsOf))
  const cases: Case[] = []
  for (const { query: text, project, now = Date.now(), relevant } of queries) {
    const isWanted = ({ id }: Candidate) => (benchIds.get(id) ?? []).filter((one) => relevant.includes(one)).length
    const query = { text, projects: [project], limit: 10 }
    cases.push(await read({ query, now, relevant: isWanted, wanted: relevant.length }))
  }
  db.close()
  return cases
}

function casesOfSessions(scope: 'project' | 'global'): Promise<Case[]> {
  return withTranscripts(async (folder) => {
    const place = makePlace()
    try {
      // Meaning comes from the cache.
      await runCli(place, ['import', 'transcripts', folder], { env: { CLAUDE_MEM_EMBEDDINGS: 'off' } })
      await runCli(place, ['stop'])
      const db = openForReading(join(place.data.root, 'db.sqlite'))
      const cases = await askSessions(db, scope)
      db.close()
      return cases
    } finally {
      removePlace(place)
    }
  })
}

async function askSessions(db: Database, scope: 'project' | 'global'): Promise<Case[]> {
  const questions = loadTruth().flatMap((one) => (one.kind === 'question' && one.ask !== undefined ? [one] : []))
  const rows = findTextsToIndex(db, newestIds(db, 'observation', { project: undefined, limit: 100_000 }))
  const texts = questions.map(({ ask = '' }) => ask)
  const read = makeReader(db, await meaningOf(rows, texts))
  const cases: Case[] = []
  for (const { ask = '', session, strict } of questions) {
    const project = findSession(db, session)?.project
    if (project === undefined) continue
    const answers = ({ title, subtitle, body }: Candidate) => {
      const text = [title, subtitle, body].filter((part) => part !== '').join('. ')
      return new RegExp(strict, 'is').test(text.replace(/\s+/g, ' ').slice(0, READ_CHARACTERS)) ? 1 : 0
    }
    const kinds: Candidate['kind'][] = ['observation', 'summary', 'prompt', 'passage']
    const query = { text: ask, projects: scope === 'project' ? [project] : undefined, kinds, limit: 5 }
    cases.push(await read({ query, now: Date.now(), relevant: answers, wanted: 1 }))
  }
  return cases
}
