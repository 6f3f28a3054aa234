/**
 * Facts where later ones overrule earlier ones (MemoryAgentBench, conflict resolution): does the product keep the newer
 * one? Which two belong together is decided here by the form of the set's sentences, one value after the same words,
 * and not by the product.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { contentTerms } from '../../src/notes/dream/content-terms.ts'
import { findOverruling, isOverruled, type TimedFact } from '../../src/notes/dream/same-subject.ts'
import { DATA } from '../retrieval/datasets.ts'

export interface NewestWins {
  pairs: number
  /** Share of the older facts that are overruled by the newest one. */
  newest: number
  /** Of the facts nothing contradicts, the share wrongly treated as overruled. */
  wronglyOverruled: number
}

interface FactSet {
  context: string
  metadata: { source: string }
}

const LEADS =
  /^(.*(?:\bis a citizen of|\bis married to|\bis affiliated with the religion of|\bis associated with the sport of|\bwas founded by|\bwas performed by|\bis located in the continent of|\bwas created by|\bwas developed by|\bspeaks the language of|\bin the city of|\bin the country of|\bis famous for|\bin the language of|\bis employed by|\bplays the position of|\bin the field of|\bis)) (.+?)\.*$/

export function measureNewestWins(): NewestWins {
  let [pairs, newest, single, wrong] = [0, 0, 0, 0]
  for (const facts of factSets()) {
    const near = nearTo(facts)
    for (const group of groupsOf(facts)) {
      const last = group.at(-1)
      const older = group.filter(({ text }) => text !== last?.text)
      pairs += older.length
      newest += older.filter((one) => findOverruling(one, near(one))?.text === last?.text).length
      const [fact] = group
      if (older.length > 0 || fact === undefined) continue
      single += 1
      if (near(fact).some((other) => other.createdAt > fact.createdAt && isOverruled(fact.text, other.text))) wrong += 1
    }
  }
  return { pairs, newest: newest / pairs, wronglyOverruled: wrong / single }
}

/** Of the smallest set: the same words, an older and a newer value. */
export function findPairs(): { lead: string; older: string; newer: string }[] {
  const [facts = []] = factSets()
  return groupsOf(facts).flatMap((group) => {
    const [older, newer] = [group[0], group.at(-1)]
    if (older === undefined || newer === undefined || older.text === newer.text) return []
    return [{ lead: LEADS.exec(older.text)?.[1] ?? '', older: older.text, newer: newer.text }]
  })
}

/** The sets of 6k and 32k tokens: the larger ones repeat the same pairs. A fact's number is its time. */
function factSets(): TimedFact[][] {
  const bytes = readFileSync(join(DATA, 'extra', 'factconsolidation.json.gz'))
  const sets = JSON.parse(gunzipSync(bytes).toString('utf8')) as FactSet[] // as published
  return sets
    .filter(({ metadata }) => /_sh_(?:6k|32k)$/.test(metadata.source))
    .map(({ context }) =>
      context.split('\n').flatMap((line) => {
        const found = /^(\d+)\. (.+)$/.exec(line)
        return found === null ? [] : [{ createdAt: Number(found[1]), text: found[2] ?? '' }]
      }),
    )
}

function groupsOf(facts: readonly TimedFact[]): TimedFact[][] {
  return [...Map.groupBy(facts, ({ text }) => LEADS.exec(text)?.[1] ?? text).values()]
}

/** Like a search: facts that share a word that is in fewer than a tenth of all facts. */
function nearTo(facts: readonly TimedFact[]): (fact: TimedFact) => TimedFact[] {
  const having = new Map<string, TimedFact[]>()
  for (const fact of facts)
    for (const term of contentTerms(fact.text)) having.set(term, [...(having.get(term) ?? []), fact])
  return ({ text }) => {
    const lists = [...contentTerms(text)].map((term) => having.get(term) ?? [])
    return [...new Set(lists.filter((list) => list.length <= facts.length / 10).flat())]
  }
}
