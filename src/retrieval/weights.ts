/**
 * Every number that decides the order of a search, and the bench run that chose it. Runs use the open half of
 * ../shared/bench/data (bench/retrieval/tune.ts); no number was chosen by looking at the held-out half.
 */
export const WEIGHTS = {
  /**
   * Runs `bm25` (e2, e3, e7): title 2–4 against body 1 was flat, 1 lost 2.4 nDCG@10 on commits; files 0.5 beat 1.0 on
   * swebench (57.0 against 55.3). No set has subtitles; 1.5 is between its neighbours.
   */
  field: { title: 2.5, subtitle: 1.5, body: 1, files: 0.5 },
  /**
   * A word inside an identifier (`order` in `orderTotal`), against 1 for a whole word. Run e7: 0.5 best on fastapi,
   * swebench.
   */
  part: 0.5,
  /**
   * A word of an identifier in the query (`order` of `orderTotal`). Run e7: 0.6 beat 0.3 and 1.0 on swebench and
   * commits.
   */
  nameWord: 0.6,
  /** How much a long file list makes a memory long. Run e3: 0.7 between commits (0.2–0.5) and swebench (1). */
  fileLength: 0.7,
  /** BM25's k1 and b. Runs e1–e7: chat wants b 0.4, commits and swebench 0.75; 0.65 costs each under 0.5. */
  saturation: 1.2,
  lengthEffect: 0.65,
  /** Bonus for covering the whole query. Run e5: +1.4 nDCG@10 on locomo-turn, the others within 0.3. */
  coverage: 0.5,
  /**
   * Bonus for two words that follow each other in the query and are at most `apart` words apart in the memory, relative
   * to the mean of their rarities. Run h1: 0.3 takes overlap-low of commits from 62.0 to 62.7 R@10, locomo-session from
   * 85.4 to 85.8 nDCG@10 and loses nowhere; 0.2–0.4 and 2–8 words are level, 0.6 costs swebench.
   */
  adjacent: 0.3,
  apart: 4,
  /** A word of the first line of several. Run h1: 1.5–3 is level, 2 takes swebench from 62.7 to 64.2 nDCG@10. */
  headline: 2,
  /** Rarity inside the project against rarity in the whole store. Run e3: half each is never the worst choice. */
  ownRarity: 0.5,
  /**
   * The most that a word's rarity in English counts against its rarity in the store, and the size of a store where it
   * counts that much; beyond, with the square of the size: 0.1 at 272 memories, 0.004 at 1,400. Run b1: entire-commit2session
   * 57.5 → 57.9 nDCG@10, locomo-session 91.4 → 91.6 R@5, the larger sets as they were; a share that falls with the size alone
   * loses 0.1 on locomo-obs.
   */
  english: 0.5,
  smallStore: 90,
  /**
   * A word's translations, and a word that only looks like it; the best of them counts. Run g1, words only: 0.8 against
   * 0.6 and 0.45 gives xquad en>es 86.8 nDCG@10 (85.9, 84.2), es>en 87.9 (87.6, 87.2). Run e8: fastapi 58 → 67 by
   * look-alikes alone.
   */
  pair: 0.8,
  lookAlike: 0.4,
  /** Share of a word that must be equal for another to look like it. Run e8: 0.6 best of 0.6–0.75 on xquad, fastapi. */
  sameStart: 0.6,
  /**
   * Words against meaning, run `fuse`: 0.5 of min 0.4–1.0; meaning as standard deviations from the mean of its pool gains
   * 1.5 on locomo-obs over min–max and loses nowhere more than 0.4.
   */
  words: 1,
  meaning: 0.5,
  /** Share of the weaker of a memory and what was said in its turn, added to the stronger in full. */
  said: 0.6,
  /** Exponent on the words' share of the best. Run h2: 1.4–1.6 against 1.2 gains 0.5 R@10 on locomo-obs, 0.2 on xquad. */
  sharpness: 1.5,
  /**
   * What a good neighbour in the same session adds, divided by its distance, up to `neighbours` away. Run `fuse`:
   * without it 51.4, with 0.2 54.7 nDCG@10 on locomo-turn (R@10 66.7 → 73.2); 0.35 begins to hurt locomo-obs.
   */
  neighbour: 0.2,
  neighbours: 3,
  /**
   * The same for memories without a session: the best one from about the same time in the same project, half as much
   * every `sameTimeHours`. Run h1: commits 68.3 → 68.7 nDCG@10, swebench 62.7 → 63.1; 1–4 hours and 0.15–0.25 are
   * level, 24 hours loses hits.
   */
  sameTime: 0.2,
  sameTimeHours: 2,
  /**
   * For a memory from the time a longer question names, half as much every `wishDays` after it: people tell things in
   * the days after they happened. Run k4: against none, 0.4 takes locomo-turn from 55.3 to 56.8 nDCG@10 and locomo-obs
   * from 64.7 to 66.1 (0.15: 65.4; 0.7 begins to lose); 3 days add 0.3 and 0.2 on locomo-session. The other sets name
   * no times.
   */
  wish: 0.4,
  wishDays: 3,
  /**
   * With more words than this besides it, a time in the query is only a preference: the answer may be from another day.
   */
  fewWords: 3,
  /**
   * Only separate near-equal hits; BASELINES.md: strong decay takes locomo-turn R@10 from 57 to 13. Run k3: without the
   * first three no set changes by more than 0.2. No set is searched from another project; `home` is five times as much.
   */
  recent: 0.004,
  recency: 0.004,
  type: 0.002,
  home: 0.02,
  /** For a memory all of whose files changed. Not chosen by a bench: no set has files on a disk. As little as `recency`. */
  stale: 0.004,
  /** 1 = relevance alone. Run `tune`: 0.98 cost locomo-session 0.7 R@10; 0.995 costs nothing. */
  diversity: 0.995,
  /**
   * Thresholds for the measure of bearing.ts, 0–1, chosen on questions to repositories it was not trained on (`npm run
   * train:bearing`). `surely`: 0.8 lets through 10 % of the questions whose session was left out, 1 % of those about
   * another repository and 42 % of the answered ones. `perhaps`: 0.25 keeps 96 % of the answered ones and rejects 80 %
   * of the foreign and 35 % of the absent ones. `unasked`: with a prompt; 0.75 would speak up for 1 % of the foreign
   * ones. `elsewhere`: a hit from another project must be beyond doubt. `nearlyAll`: a text with this share of a
   * keyword query is what was asked for; 0.8 to 1 are level. `ofBest`: other hits must be nearly as good as the best;
   * 0.7 takes a line's chance of being right from 30–38 to 40–52 %.
   */
  bearing: {
    surely: 0.8,
    perhaps: 0.25,
    unasked: 0.75,
    elsewhere: 0.985,
    nearlyAll: 0.9,
    ofBest: 0.7,
  },
  /** Candidates from words and from meaning. Run g2: 100–150 best on the chats, 300 no better anywhere. */
  wordPool: 150,
  meaningPool: 150,
}
