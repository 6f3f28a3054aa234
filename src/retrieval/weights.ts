/**
 * Every number that decides the order of a search, and the bench run that chose it. Runs are over the open half of
 * ../shared/bench/data (bench/retrieval/tune.ts); nothing here was looked up on the held-out half.
 */
export const WEIGHTS = {
  /**
   * Runs `bm25` (e2, e3, e7): title 2–4 against body 1 was flat, 1 lost 2.4 nDCG@10 on commits; files 0.5 beat 1.0 on
   * swebench (57.0 against 55.3). No set has subtitles; 1.5 stands between its neighbours.
   */
  field: { title: 2.5, subtitle: 1.5, body: 1, files: 0.5 },
  /** A word inside a name (`order` in `orderTotal`), beside 1 for the word itself. Run e7: 0.5 best on fastapi, swebench. */
  part: 0.5,
  /** How much a long file list makes a memory long. Run e3: 0.7 between commits (0.2–0.5) and swebench (1). */
  fileLength: 0.7,
  /** BM25's k1 and b. Runs e1–e7: chat wants b 0.4, commits and swebench 0.75; 0.65 costs each under 0.5. */
  saturation: 1.2,
  lengthEffect: 0.65,
  /** Bonus for covering the whole query. Run e5: +1.4 nDCG@10 on locomo-turn, the others within 0.3. */
  coverage: 0.5,
  /** Rarity inside the project against rarity in the whole store. Run e3: half each is never the worst of the two. */
  ownRarity: 0.5,
  /** A word's pair in the other language, and a word that only looks like it. Run e8: fastapi 58 → 67 by looks alone. */
  pair: 0.6,
  lookAlike: 0.4,
  /**
   * Words against meaning, run `fuse`: 0.5 of min 0.4–1.0; meaning as standard deviations from the mean of its pool gains
   * 1.5 on locomo-obs over min–max and loses nowhere more than 0.4.
   */
  words: 1,
  meaning: 0.5,
  /** Exponent on the words' share of the best. Run g2: 1.2 against 1.0 gains 0.3 on locomo-obs, 0.6 on fastapi. */
  sharpness: 1.2,
  /**
   * What a good neighbour in the same session adds, divided by its distance, up to `neighbours` away. Run `fuse`: without
   * 51.4, with 0.2 54.7 nDCG@10 on locomo-turn (R@10 66.7 → 73.2); 0.35 begins to hurt locomo-obs.
   */
  neighbour: 0.2,
  neighbours: 3,
  /** For a memory of the day or week a longer question names. Not chosen by a bench: the sets' clocks are not the asker's. */
  wish: 0.15,
  /** Between near-equal hits only; BASELINES.md: strong decay takes locomo-turn R@10 from 57 to 13. */
  recent: 0.004,
  recency: 0.004,
  type: 0.002,
  home: 0.02,
  /** 1 = relevance alone. Run `tune`: 0.98 cost locomo-session 0.7 R@10; 0.995 costs nothing. */
  diversity: 0.995,
  /** Candidates from words and from meaning. Run g2: 100–150 best on the chats, 300 no better anywhere. */
  wordPool: 150,
  meaningPool: 150,
}
