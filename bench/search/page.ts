/** The page docs/search-at-scale.md: how it was measured, the picture, the tables, and what was required. */
import { factsOfRun, type Need, renderNeeds } from '../outcome.ts'

export function renderPage(by: { tables: string; required: Need[] }): string {
  const { date, node, machine } = factsOfRun()
  return `# Search at scale

Written by \`npm run bench:search\` on ${date.slice(0, 10)}: Node ${node}, ${machine.cores} × ${machine.cpu}, ${machine.memoryGb} GB, load ${machine.load}.
The memories are generated from a seed: about 750 bytes of varied text each, 40 projects (one holds 40 %), 25 to a session, two years.
Beside each stand ten passages of what was said, as long as those of real sessions (half have fewer than 220 characters, a quarter more
than 750): one turn in five left no memory, one in five left two. Each memory has a vector: 10,000 are real embeddings, the others seeded
noisy copies of them. A question is three to six rarer words, a sentence or a single word, asked in one project or in all.

There are two rounds of the same questions, and in each every command is asked in turn. The first is *session start* and *by
file* alone: a host asks for these all day, and nobody scans all vectors in between. The second is everything else. It
asks for the two again, *after the yardsticks*, whose scans sweep the machine's caches: that is shown to be seen, and
nothing is required of it.

- *search*: the one search over memories, summaries, prompts and what was said, by words and meaning, in process, the index in its own
  process. *Over HTTP*: a real worker, end to end.
- The yardstick is what a careful user would write. *FTS5, no stop words*: the telling words of the question OR-ed, \`ORDER BY rank LIMIT 20\`, over
  memories and over passages. *Kernel scan*: our own 8-bit scan of all vectors. It does not turn the question into a vector, which *by meaning
  alone* and every search do. The *exact scan*, 32-bit numbers in plain JavaScript, is what recall is measured against.

![Milliseconds by number of observations](search-at-scale.svg)

${by.tables}

${renderNeeds(by.required)}

A million memories without passages (\`--sizes 1m\`) take an hour to fill and measure and are not part of a usual run. On 2026-11-16: search 121 ms
at p50 and 348 at p95, session start 4.5 ms, history of a file 0.7 ms, worker and index 721 MB.
`
}
