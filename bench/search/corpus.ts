/**
 * Memories to measure with, as varied as real ones: topics whose words occur together, forty projects of uneven size,
 * sessions of 25, two years. A session's content depends only on its number, so every size contains the sessions of the
 * smaller ones; its time is shuffled, so that these are not the oldest.
 */
import { CONCEPTS, OBSERVATION_TYPES, type ObservationDraft, type SummaryDraft } from '../../src/memory/observation.ts'
import type { TurnDraft } from '../../src/memory/passage.ts'
import type { Project } from '../../src/memory/session.ts'
import { makeRandom, makeVocabulary, pick, type Random, TRADE_WORDS, zipf } from './words.ts'

export const SEED = 20_261_115
export const PER_SESSION = 25
/** Raise it when the same seed would give other memories: existing folders are then filled again. */
export const MAKE = 4
/** Of real sessions: 11.6 passages for each memory. */
export const PASSAGES_PER_TURN = 10

const PROJECTS = 40
/** The first project has this share of the sessions. */
const LARGEST = 0.4
const TOPICS = 400
const TOPIC_WORDS = 160
const TOPIC_NAMES = 30
const TOPIC_FILES = 40
const TOPICS_PER_PROJECT = 16
/** Tenths and quarters of the lengths of 4,575 passages of real sessions; between two of them a length is drawn evenly. */
const PASSAGE_CHARACTERS = [30, 50, 80, 220, 748, 868, 900] as const
const PASSAGE_SHARES = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1] as const
const TWO_YEARS_MS = 2 * 365 * 24 * 60 * 60 * 1000

interface Topic {
  words: string[]
  names: string[]
  files: string[]
}

export interface WorkSession {
  /** Its number in the corpus; `place` is its position in time. */
  number: number
  place: number
  id: string
  project: Project
  topic: number
  startedAt: number
  endedAt: number
}

export interface Corpus {
  count: number
  sessions: number
  projects: Project[]
  sessionAt(place: number): WorkSession
  /** In the order of time. */
  draftsOf(session: WorkSession): ObservationDraft[]
  summaryOf(session: WorkSession): SummaryDraft
  /** What was said in it: one turn in five left no memory, and one in five left two. */
  turnsOf(session: WorkSession): TurnDraft[]
  /** Files memories of this session's topic name, the usual ones first. */
  filesOf(session: WorkSession): string[]
}

/** T: a word of the topic. G: any word. I: a name in code. F: a file. N: a number. Anything else is literal. */
const TITLES = [
  'Fixed I when the T T was T',
  'T T now reads the T before the G',
  'Moved the T T out of I',
  'I no longer drops the T of a G',
  'Why the T T keeps a T per G',
  'Added a T T for I',
  'The T G of I was read twice',
  'T and T share one G',
].map((line) => line.split(' '))
const SENTENCES = [
  'The T T in F was read before the T was T , so I returned a G .',
  'It turned out that the G of a T is T only when I has been called .',
  'We now keep the T in a G and let I decide which T is T .',
  'Without this the T T would be G again after N tries .',
  'I is called from F with a T that is not G yet .',
  'The old T stays because the G of the T depends on it .',
  'A T of more than N is cut to the T that I had .',
  'There was no T for the G , which is why T came first .',
  'What the T does with a T is the same as what I did with the G .',
  'After the T the G has to be T or the T T shows N .',
  'This is slower for a single T but the T no longer waits for the G .',
  'Both the T and the G go through I now , and the T is gone .',
].map((line) => line.split(' '))
const FACTS = [
  'I takes a T and a G',
  'the T of F is N',
  'T before T , never after the G',
  'F holds the T T',
  'a G without T is refused',
  'N T are kept per G',
].map((line) => line.split(' '))
const SUBTITLES = ['the T of the G was T', 'a T T in F', 'so that T and G agree', 'found while I was T'].map((line) =>
  line.split(' '),
)

/** `characters`: every narrative is about as long. Without it they have four to seven sentences. */
export function makeCorpus(
  count: number,
  by: { now: number; seed?: number; root?: string; characters?: number | undefined },
): Corpus {
  const seed = by.seed ?? SEED
  const vocabulary = makeVocabulary(seed)
  const anyWord = zipf(vocabulary.length, 12)
  const topicWord = zipf(TOPIC_WORDS, 8)
  const topicPlace = zipf(TOPIC_FILES, 4)
  const topics = Array.from({ length: TOPICS }, (_, number) => makeTopic(vocabulary, makeRandom(seed + 7919 * number)))
  const projects = makeProjects(vocabulary, by.root ?? '/home/dev')
  const sessions = Math.ceil(count / PER_SESSION)
  const step = coprimeTo(sessions)

  const sessionAt = (place: number): WorkSession => {
    const number = (place * step) % sessions
    const random = makeRandom(seed ^ Math.imul(number + 1, 0x9e3779b1))
    const at = random() < LARGEST ? 0 : 1 + Math.floor((PROJECTS - 1) * random() ** 2)
    const topic = (at * 11 + Math.floor(TOPICS_PER_PROJECT * random() ** 1.5) * 5) % TOPICS
    const length = TWO_YEARS_MS / sessions
    const startedAt = by.now - TWO_YEARS_MS + place * length
    const project = projects[at] as Project // at is below PROJECTS
    return { number, place, id: `bench-${number}`, project, topic, startedAt, endedAt: startedAt + 0.9 * length }
  }
  const wording = (session: WorkSession, salt: number): Say =>
    wordingBy(session, makeRandom(seed ^ Math.imul(session.number * 32 + salt + 1, 0x85ebca6b)))
  const wordingBy = (session: WorkSession, random: Random): Say => {
    const topic = topics[session.topic] as Topic // sessionAt keeps below TOPICS
    const word = () => topic.words[topicWord(random)] ?? ''
    const slots: Record<string, () => string> = {
      T: word,
      G: () => vocabulary[anyWord(random)] ?? '',
      // Most names belong to the topic; some occur once.
      I: () => (random() < 0.8 ? pick(topic.names, random) : makeName([word(), vocabulary[anyWord(random)] ?? ''])),
      F: () => topic.files[topicPlace(random)] ?? '',
      N: () => String(2 + Math.floor(998 * random() ** 3)),
    }
    return (line) =>
      line
        .map((part) => slots[part]?.() ?? part)
        .join(' ')
        .replace(/ ([.,])/g, '$1')
  }
  const draft = (session: WorkSession, at: number): ObservationDraft => {
    const random = makeRandom(seed ^ Math.imul(session.number * PER_SESSION + at + 1, 0xc2b2ae35))
    const say = wording(session, at)
    const some = (least: number, more: number) => Array.from({ length: least + Math.floor(random() * (more + 1)) })
    const files = new Set(some(1, 3).map(() => say(['F'])))
    const changed = [...files].slice(0, 1 + Math.floor(random() * 2))
    return {
      key: `bench:${session.number}:${at}`,
      type: pick(OBSERVATION_TYPES, random),
      title: capital(say(pick(TITLES, random))),
      subtitle: say(pick(SUBTITLES, random)),
      narrative:
        by.characters === undefined
          ? some(4, 3)
              .map(() => say(pick(SENTENCES, random)))
              .join(' ')
          : sentencesOf(by.characters, say, random),
      facts: some(1, 2).map(() => say(pick(FACTS, random))),
      concepts: [pick(CONCEPTS, random)],
      filesRead: [...files].slice(changed.length),
      filesModified: changed,
      discoveryTokens: 500 + Math.floor(random() * 4000),
      at: Math.round(session.startedAt + ((session.endedAt - session.startedAt) * (at + 1)) / PER_SESSION),
      eventKeys: [eventKey('t', session, at)],
      turn: turnKey(session, at % 5 === 4 ? at - 1 : at),
    }
  }
  const turn = (session: WorkSession, at: number): TurnDraft => {
    const random = makeRandom(seed ^ Math.imul(session.number * PER_SESSION + at + 1, 0x27d4eb2f))
    const say = wordingBy(session, random)
    const said = Math.round(session.startedAt + ((session.endedAt - session.startedAt) * (at + 0.5)) / PER_SESSION)
    return {
      key: turnKey(session, at),
      files: [say(['F'])],
      at: said,
      passages: Array.from({ length: PASSAGES_PER_TURN }, (_, part) => ({
        eventKey: eventKey(part === 0 ? 'p' : 't', session, at),
        part: Math.max(0, part - 1),
        kind: part === 0 ? ('user' as const) : ('agent' as const),
        text: sentencesOf(passageLength(random), say, random),
        at: said,
      })),
    }
  }
  const memoriesOf = (session: WorkSession) =>
    session.number === sessions - 1 ? count - session.number * PER_SESSION : PER_SESSION

  return {
    count,
    sessions,
    projects,
    sessionAt,
    draftsOf: (session) => Array.from({ length: memoriesOf(session) }, (_, at) => draft(session, at)),
    turnsOf: (session) => Array.from({ length: memoriesOf(session) }, (_, at) => turn(session, at)),
    summaryOf(session) {
      const say = wording(session, PER_SESSION)
      const sentence = (at: number) => say(SENTENCES[(session.number + at) % SENTENCES.length] ?? [])
      return {
        request: sentence(0),
        investigated: sentence(1),
        learned: sentence(2),
        completed: sentence(3),
        nextSteps: sentence(4),
        filesRead: [say(['F'])],
        filesEdited: [say(['F'])],
        notes: '',
        discoveryTokens: 40_000,
        at: Math.round(session.endedAt),
      }
    },
    filesOf: (session) => topics[session.topic]?.files ?? [],
  }
}

type Say = (line: string[]) => string

/** Whole sentences, until they have so many characters. */
function sentencesOf(characters: number, say: Say, random: Random): string {
  let text = ''
  while (text.length < characters) text += `${text === '' ? '' : ' '}${say(pick(SENTENCES, random))}`
  return text
}

function turnKey({ id }: WorkSession, at: number): string {
  return `${id}:turn-${at}`
}

/** As long as a host's. */
function eventKey(kind: 'p' | 't', { number }: WorkSession, at: number): string {
  return `${kind}:${String(number).padStart(18, '0')}-${String(at).padStart(17, '0')}`
}

/** Minus half a sentence, by which the last one is longer on average. */
function passageLength(random: Random): number {
  const share = random()
  const above = Math.max(
    1,
    PASSAGE_SHARES.findIndex((one) => one >= share),
  )
  const [low, high] = [PASSAGE_SHARES[above - 1] ?? 0, PASSAGE_SHARES[above] ?? 1]
  const [from, to] = [PASSAGE_CHARACTERS[above - 1] ?? 0, PASSAGE_CHARACTERS[above] ?? 0]
  return from + ((to - from) * (share - low)) / (high - low) - HALF_SENTENCE
}
const HALF_SENTENCE = 35

function makeTopic(vocabulary: string[], random: Random): Topic {
  const anyWord = zipf(vocabulary.length, 300)
  const place = () => (random() < 0.4 ? Math.floor(random() * TRADE_WORDS) : anyWord(random))
  const words = Array.from({ length: TOPIC_WORDS }, () => vocabulary[place()] ?? '')
  const names = Array.from({ length: TOPIC_NAMES }, () => makeName([pick(words, random), pick(words, random)]))
  const folders = Array.from({ length: 5 }, () => `src/${pick(words, random)}`)
  const files = Array.from({ length: TOPIC_FILES }, () => {
    const end = pick(['.ts', '.ts', '.test.ts', '.py', '.go', '.md'], random)
    return `${pick(folders, random)}/${pick(words, random)}-${pick(words, random)}${end}`
  })
  return { words, names, files }
}

function makeProjects(vocabulary: string[], root: string): Project[] {
  return Array.from({ length: PROJECTS }, (_, at) => {
    const name = `${vocabulary[500 + at * 7]}-${vocabulary[40 + at]}`
    return { id: `github.com/acme/${name}`, name, root: `${root}/${name}` }
  })
}

function makeName(words: string[]): string {
  return words.map((word, at) => (at === 0 ? word : capital(word))).join('')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Near the golden ratio of the whole: neighbours in time are far apart in number. */
function coprimeTo(whole: number): number {
  let step = Math.max(1, Math.round(whole * 0.618))
  while (greatestCommon(step, whole) !== 1) step += 1
  return step
}

function greatestCommon(a: number, b: number): number {
  return b === 0 ? a : greatestCommon(b, a % b)
}
