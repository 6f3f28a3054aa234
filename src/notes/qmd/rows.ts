/** Parses what QMD prints and converts it to our types. */
import * as z from 'zod'

export interface QmdRow {
  /** `/notes/a.md`, `./a.md` or `qmd://collection/a.md?index=notes`. */
  file: string
  /** From 0 to 1. */
  score: number
  /** The line that fits best, from 1. */
  line: number
  /** Lines of the snippet. */
  lines: { from: number; to: number }
  snippet: string
}

/** Best first. undefined: not the JSON we know. */
export function parseRows(stdout: string): QmdRow[] | undefined {
  const parsed = Rows.safeParse(parseJson(stdout))
  if (!parsed.success) return undefined
  return parsed.data.map((row, at, { length }) => {
    const [header = '', start, count] = HEADER.exec(row.snippet) ?? []
    const line = row.line ?? (start === undefined ? 1 : Number(start))
    const from = start === undefined ? line : Math.max(1, Number(start))
    const snippet = row.snippet.slice(header.length)
    // Scores are rounded to two decimals and are all 0 with few files; the order of the rows still counts.
    const score = Math.max(Math.min(1, Math.max(0, row.score)), SMALLEST * (1 - at / length))
    return { file: row.file, score, line, lines: { from, to: from + Math.max(1, Number(count ?? 1)) - 1 }, snippet }
  })
}

/** Half of what QMD rounds to. */
const SMALLEST = 0.005

const Rows = z.array(
  z.looseObject({
    file: z.string().min(1),
    score: z.number(),
    line: z.number().int().min(1).optional(),
    snippet: z.string().default(''),
  }),
)

/** `@@ -2,4 @@ (1 before, 0 after)` and the line's end. */
const HEADER = /^@@ -(\d+),(\d+) @@[^\n]*\n?/

/** Libraries may print a line before the answer. */
function parseJson(stdout: string): unknown {
  const begin = stdout.search(/^\[/m)
  try {
    return begin < 0 ? undefined : JSON.parse(stdout.slice(begin))
  } catch {
    return undefined // the caller says so
  }
}
