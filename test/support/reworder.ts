/**
 * A model that rewords. To every second question it gives good JSON that improves everything it is shown, merges two,
 * adds one and repeats one; to the others each kind of rubbish in turn. It drops all facts, so keeping them is up to
 * us.
 */
import type { Play } from '../../src/synthesis/providers/provider.contract.ts'
import type { Received } from './model-server.ts'

export interface Reworder {
  answer: (received: Received) => Play
  /** Words of good answers, which occur nowhere else; `merges` where two rows became one. */
  given: { word: string; added: string; merges: number }[]
  rubbish: () => number
}

export function makeReworder(): Reworder {
  const given: Reworder['given'] = []
  let asked = 0
  let rubbish = 0
  return {
    given,
    rubbish: () => rubbish,
    answer(received) {
      asked += 1
      if (asked % 2 === 0) {
        rubbish += 1
        return RUBBISH[rubbish % RUBBISH.length] ?? { text: '' }
      }
      const shown = readShown(received)
      const word = `quokka${letters(asked)}`
      const added = `numbat${letters(asked)}`
      const items = goodItems(shown, { word, added })
      given.push({ word, added, merges: shown.titles.length > 2 ? 1 : 0 })
      return { text: JSON.stringify({ observations: items, summary: SUMMARY }), streamed: asked % 4 === 1 }
    },
  }
}

const SUMMARY = { request: 'Reworded request', investigated: '', learned: '', completed: '', next_steps: '', notes: '' }

const RUBBISH: Play[] = [
  { text: 'Here is what I think: the weather is fine.', written: true },
  { text: '{"observations":[{"action":"improve","ref":"o1","title":"Cut', stop: 'limit', written: true },
  { text: '{"weather":["fine"]}' },
  { text: '{"observations":[{"action":"erase","ref":"o1"}]}' },
  { text: '<html><body>Bad gateway</body></html>', written: true, streamed: true },
  { text: 'I cannot help with that.', stop: 'refusal', written: true },
  { text: '', written: true },
  { text: '[[[[{"title":', written: true },
  { status: 400, says: 'something is wrong with the request' },
  { broken: 'no_json' },
]

interface Shown {
  /** In the order of o1, o2, … */
  titles: string[]
  types: string[]
  events: number
}

function readShown({ body }: Received): Shown {
  const messages = body.messages as { content: { text: string }[] }[] // the Messages API, as our provider speaks it
  const text = messages.flatMap((message) => message.content.map((part) => part.text)).join('\n')
  const observations = [...text.matchAll(/^\[o\d+\].*\n<<<data \w+\ntype: (\w+)\ntitle: (.*)$/gm)]
  return {
    titles: observations.map((match) => match[2] ?? ''),
    types: observations.map((match) => match[1] ?? ''),
    events: [...text.matchAll(/^\[e\d+\] /gm)].length,
  }
}

function goodItems({ titles, types, events }: Shown, by: { word: string; added: string }): object[] {
  const wording = { evidence: ['e1'], subtitle: '', narrative: `In other words: ${by.word}.`, facts: [], concepts: [] }
  const improved = titles.map((_, index) => ({
    ...wording,
    action: 'improve',
    ref: `o${index + 1}`,
    type: types[index],
    title: `The ${by.word} wording ${letters(index + 1)} of what was stored`,
  }))
  const merged = titles.length > 2 ? [{ action: 'merge', ref: 'o3', into: 'o2' }] : []
  const created =
    events === 0
      ? []
      : [
          { ...wording, action: 'create', type: 'discovery', title: `Nobody had noticed the ${by.added} before` },
          ...titles.slice(0, 1).map((title) => ({ ...wording, action: 'create', type: types[0], title })),
          ...titles.slice(0, 1).map(() => ({ ...wording, ...improved[0], ref: undefined, action: 'create' })),
        ]
  return [...improved, ...merged, ...created]
}

/** 27 → "aa": a word that no tokenizer of ours splits. */
function letters(value: number): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text
  }
  return text
}
