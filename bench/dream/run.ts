/**
 * Does dreaming keep what matters and nothing else? `npm run bench:dream [-- --check] [-- --seed N]`. Plays a simulated
 * quarter of notes, observations and questions from the open sets through the product's search, recall log and dreams.
 */
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { DREAM_DEFAULTS } from '../../src/notes/dream/settings.ts'
import { renderTable, round } from '../figures.ts'
import { atLeast, atMost, CHECK, conclude } from '../outcome.ts'
import { DATA } from '../retrieval/datasets.ts'
import { live } from './live.ts'
import { factsThatMatter, judgeContradicted, judgeLoss, judgePromotions, tokensOf } from './measure.ts'
import { measureNewestWins } from './newest-wins.ts'
import { DAYS, makeQuarter, SEED } from './quarter.ts'

const { values: asked } = parseArgs({ options: { ...CHECK, seed: { type: 'string', default: String(SEED) } } })

if (!existsSync(DATA)) console.log(`No bench data at ${DATA}: set BENCH_DATA.`)
else {
  const seed = Number(asked.seed)
  const quarter = makeQuarter(seed)
  const lived = await live(quarter, DREAM_DEFAULTS)
  const matter = factsThatMatter(lived)
  const { wrong, missed, ...promotions } = judgePromotions(lived, quarter, matter)
  const contradicted = judgeContradicted(lived, quarter)
  const loss = await judgeLoss(lived, quarter)
  const tokens = tokensOf(lived)
  const newest = measureNewestWins()
  const report = {
    seed,
    days: DAYS,
    pieces: quarter.pieces.length,
    questions: quarter.questions.length,
    settings: DREAM_DEFAULTS,
    matter: matter.size,
    promotions,
    contradicted,
    loss,
    tokens,
    changedTwice: lived.changedTwice,
    newest,
    // Counts only: the sets' sentences are for measuring, not for shipping.
    wrong: wrong.length,
    missed: missed.length,
  }
  const share = (value: number) => String(round(value, 3))
  const rows = [
    ['notes and observations', String(quarter.pieces.length)],
    ['questions', String(quarter.questions.length)],
    ['facts that matter', String(matter.size)],
    ['promoted', String(promotions.promoted)],
    ['… that matter (precision)', share(promotions.precision)],
    ['of what matters (recall)', share(promotions.recall)],
    ['written twice', String(promotions.twice)],
    ['promoted and contradicted later', String(contradicted.promoted)],
    ['… retired or proposed', share(contradicted.ended)],
    ['questions answered before', String(loss.asked)],
    ['… and after', share(loss.kept)],
    ['MEMORY.md, tokens before', String(tokens.before)],
    ['MEMORY.md, tokens after', String(tokens.after)],
    ['MEMORY.md, most tokens', String(tokens.most)],
    ['weekly second dreams that changed a byte', String(lived.changedTwice)],
    ['older and newer value of one thing', String(newest.pairs)],
    ['… the newest wins', share(newest.newest)],
    ['… taken for overruled and is not', share(newest.wronglyOverruled)],
  ]
  console.log(renderTable([`${DAYS} days`, 'figure'], rows))
  conclude('dream', {
    report,
    whole: seed === SEED,
    check: asked.check,
    required: [
      atLeast('promoted facts that matter', promotions.precision, 0.9),
      atLeast('facts that matter and were promoted', promotions.recall, 0.8),
      atMost('facts written twice', promotions.twice, 0),
      atMost('tokens of MEMORY.md', tokens.most, DREAM_DEFAULTS.memoryTokens),
      atLeast('contradicted facts promoted, to be judged by', contradicted.promoted, 10),
      atLeast('contradicted facts retired or proposed', contradicted.ended, 1),
      atLeast('answered questions that stay answered', loss.kept, 0.99),
      atMost('second dreams at once that changed a byte', lived.changedTwice, 0),
      atLeast('newest value wins', newest.newest, 0.95),
      atMost('facts wrongly taken for overruled', newest.wronglyOverruled, 0.01),
    ],
  })
}
