/**
 * Which word of a sentence corresponds to which word of its translation: IBM model 1, preferring words at similar
 * positions, trained by expectation maximisation in both directions. A link counts if both directions agree.
 */

/** How often a word without a counterpart ("do", "se") is aligned to nothing. */
const NOTHING = 0.08
/** How strongly position matters: exp(-DIAGONAL × difference of relative positions). As in fast_align's defaults. */
const DIAGONAL = 4
const ROUNDS = 6

/**
 * `pairs`: `{ from, to, weight, loose }` with numbers for words, `loose` if word order means nothing. Returns the
 * weight of all links by `from`, then `to`.
 */
export function align(pairs, sizes) {
  const { cells, cellOf } = tableOf(pairs, sizes.from)
  const forth = learn(pairs, cellOf, cells, { given: 'from', find: 'to', sizes })
  const back = learn(pairs, cellOf, cells, { given: 'to', find: 'from', sizes })
  const links = new Map()
  for (const [at, pair] of pairs.entries()) {
    const ahead = bestOf(pair, cellOf[at], forth, 'to')
    const behind = bestOf(pair, cellOf[at], back, 'from')
    for (const [j, i] of ahead.entries()) {
      if (i < 0 || behind[i] !== j) continue
      const found = links.get(pair.from[i]) ?? new Map()
      found.set(pair.to[j], (found.get(pair.to[j]) ?? 0) + pair.weight)
      links.set(pair.from[i], found)
    }
  }
  return links
}

/** One cell for every two words that occur in a sentence and its translation; for each pair its cells, row by row. */
function tableOf(pairs, words) {
  const rows = Array.from({ length: words }, () => undefined)
  let cells = 0
  const cellOf = pairs.map(({ from, to }) => {
    const own = new Int32Array(from.length * to.length)
    for (const [i, one] of from.entries()) {
      rows[one] ??= new Map()
      const row = rows[one]
      for (const [j, other] of to.entries()) {
        let cell = row.get(other)
        if (cell === undefined) {
          cell = cells++
          row.set(other, cell)
        }
        own[i * to.length + j] = cell
      }
    }
    return own
  })
  return { cells, cellOf }
}

function learn(pairs, cellOf, cells, { given, find, sizes }) {
  const chance = new Float32Array(cells).fill(1)
  let alone = new Float32Array(sizes[find]).fill(1)
  for (let round = 0; round < ROUNDS; round++) {
    const counts = new Float32Array(cells)
    const nothing = new Float32Array(sizes[find])
    const sums = new Float64Array(sizes[given])
    let nothings = 0
    for (const [at, pair] of pairs.entries()) {
      const own = cellOf[at]
      eachWord(pair, own, { chance, alone, find }, (word, shares, whole, places) => {
        const rest = shares[shares.length - 1] / whole
        nothing[word] += rest * pair.weight
        nothings += rest * pair.weight
        for (let k = 0; k < places.length; k++) {
          const share = (shares[k] / whole) * pair.weight
          counts[own[places[k]]] += share
          sums[pair[given][k]] += share
        }
      })
    }
    for (const [at, pair] of pairs.entries()) {
      const own = cellOf[at]
      const width = pair.to.length
      for (let cell = 0; cell < own.length; cell++) {
        const by = pair[given][given === 'from' ? Math.floor(cell / width) : cell % width]
        chance[own[cell]] = sums[by] > 0 ? counts[own[cell]] / sums[by] : 0
      }
    }
    alone = nothing.map((count) => count / Math.max(nothings, 1e-9))
  }
  return { chance, alone }
}

/** For each word the position of its most likely counterpart, -1 for none. */
function bestOf(pair, own, { chance, alone }, find) {
  const best = []
  eachWord(pair, own, { chance, alone, find }, (_, shares, __, places) => {
    let top = places.length
    for (let k = 0; k < places.length; k++) if (shares[k] > shares[top]) top = k
    best.push(top === places.length ? -1 : top)
  })
  return best
}

/** Reports for each word its share at each position of the other sentence; the last share is for no counterpart. */
function eachWord(pair, own, { chance, alone, find }, tell) {
  const words = pair[find]
  const others = find === 'to' ? pair.from : pair.to
  const width = pair.to.length
  const shares = new Float64Array(others.length + 1)
  const near = new Float64Array(others.length)
  const places = new Int32Array(others.length)
  for (let at = 0; at < words.length; at++) {
    let sum = 0
    for (let k = 0; k < others.length; k++) {
      const apart = Math.abs((at + 0.5) / words.length - (k + 0.5) / others.length)
      near[k] = pair.loose ? 1 : Math.exp(-DIAGONAL * apart)
      sum += near[k]
    }
    let whole = 0
    for (let k = 0; k < others.length; k++) {
      places[k] = find === 'to' ? k * width + at : at * width + k
      shares[k] = (1 - NOTHING) * (near[k] / sum) * chance[own[places[k]]]
      whole += shares[k]
    }
    shares[others.length] = NOTHING * alone[words[at]]
    whole += shares[others.length]
    if (whole > 0) tell(words[at], shares, whole, places)
    else tell(words[at], shares, 1, places)
  }
}
