/**
 * The vocabulary of the generated memories: words of our trade first, then pronounceable ones from seeded syllables, so
 * that thousands of stems are as rare as rare words are. The same seed always gives the same words.
 */
/** 0 up to 1. */
export type Random = () => number

const WORDS = 60_000

/** This many words at the start of the vocabulary are of our trade. */
export const TRADE_WORDS = 300

/** Roughly by how often they occur in notes about code. */
const TRADE =
  `test file code error build function type value request server client user data config module response query table
  index cache queue worker session token event handler route parser schema migration column row field record object
  string number array list map path folder project branch commit merge patch review deploy release version package
  dependency import export class method parameter argument return promise callback timer timeout retry backoff lock
  thread process memory buffer stream socket port host header cookie login password permission role tenant account
  order invoice receipt discount currency rounding price cart payment refund customer product stock warehouse address
  email message template locale timezone calendar date clock schedule job task batch chunk page cursor offset limit
  filter sort search rank score weight vector embedding model prompt summary note observation hook plugin command
  option flag default environment variable secret key certificate proxy gateway balancer cluster node container image
  volume network packet protocol frame payload body status code redirect upload download archive backup restore
  snapshot replica shard partition transaction rollback constraint trigger view join union aggregate count average
  metric counter gauge histogram trace span log level warning exception stack overflow leak crash panic abort signal
  exit restart shutdown startup boot loader linker compiler bundler linter formatter fixture mock double snapshot
  assertion coverage benchmark profile sample threshold baseline regression flake race deadlock starvation contention
  latency throughput bandwidth budget quota rate window bucket hash digest checksum signature nonce salt cipher codec
  encoder decoder serializer tokenizer lexer grammar syntax tree visitor walker builder factory adapter wrapper facade
  bridge observer listener emitter channel subscriber publisher broker topic consumer producer pipeline stage step
  state machine transition guard reducer store selector component widget button dialog form input label menu toolbar
  layout grid theme color font icon viewport scroll gesture animation canvas texture shader mesh camera sensor device
  driver kernel register interrupt pointer reference slice iterator generator closure scope binding alias macro trait
  interface protocol contract policy rule audit report dashboard chart ledger journal entry statement balance tax`
    .trim()
    .split(/\s+/)

const STARTS = 'b br c ch cl d dr f fl g gl gr h j k kl l m n p pl pr qu r s sh sk sl st str t tr v w x z zh'.split(' ')
const MIDDLES = 'a e i o u a e i o u ai ei oa ou'.split(' ')
const ENDS = 'b ck d f g k l lm ln lt m mp n nd nk nt p r rb rd rk rm rn rt sk st t th v x z'.split(' ')

/** Most frequent first. */
export function makeVocabulary(seed: number): string[] {
  const random = makeRandom(seed)
  const words = new Set(TRADE)
  while (words.size < WORDS) {
    const syllables = random() < 0.8 ? 2 : 3
    const inner = Array.from({ length: syllables }, () => pick(STARTS, random) + pick(MIDDLES, random)).join('')
    words.add(inner + pick(ENDS, random))
  }
  return [...words]
}

/**
 * Zipf's law with Mandelbrot's shift: no trade word is in every memory, and the tail is long. Returns a word's position
 * in a list of `length`.
 */
export function zipf(length: number, shift: number): (random: Random) => number {
  const all = Math.log((length + shift) / shift)
  return (random) => Math.min(length - 1, Math.floor(shift * Math.exp(random() * all) - shift))
}

export function makeRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)] as T // inside the list
}
