/** The page docs/search-at-scale.md: how was measured, the picture, the tables, and what was required. */
import { factsOfRun, type Need, renderNeeds } from '../outcome.ts'

export function renderPage(by: { tables: string; required: Need[] }): string {
  const { date, node, machine } = factsOfRun()
  return `# Search at scale

Written by \`npm run bench:search\` on ${date.slice(0, 10)}: Node ${node}, ${machine.cores} × ${machine.cpu}, ${machine.memoryGb} GB, load ${machine.load}.
The memories are generated from a seed: about 750 bytes of varied text each, 40 projects (one holds 40 %), 25 to a session, two years.
Each has a vector: 10,000 are real embeddings, the others seeded noisy copies of them. A question is three to six rarer
words, a sentence or a single word, asked in one project or in all.

There are two rounds of the same questions, and in each every command is asked in turn. The first is *session start* and *by
file* alone: a host asks for these all day, and nobody scans all vectors in between. The second is everything else. It
asks for the two again, *after the yardsticks*, whose scans sweep the machine's caches: that is shown to be seen, and
nothing is required of it.

- *search*: words and meaning, in process, the index in its own process. *Over HTTP*: a real worker, end to end.
- *bare FTS5*: one \`MATCH\` of the same words OR-ed, \`ORDER BY rank LIMIT 20\`. *Bare scan*: all vectors as 32-bit numbers in plain
  JavaScript; *kernel scan* is our own 8-bit one. Neither turns the question into a vector, which *by meaning alone* does.

![Milliseconds by number of observations](search-at-scale.svg)

${by.tables}

${renderNeeds(by.required)}
`
}
