/**
 * How well a line alone works as a memory's title: a small linear model like the one for salience. It looks at the
 * line's position, whose words it is, what it shares with the rest, and whether it can be understood without what came
 * before. The weights are data, learned by `bench/sessions/train-titles.ts` from lines that readers marked.
 */
import weights from './title-fit.json' with { type: 'json' }
import { cuesIn } from './words/cues.ts'
import { dot, type Features, lengthOf, type Scored, sigmoid, type Weights } from './words/salience.ts'
import { isUsers, type Source } from './words/sources.ts'
import { shareIn, termsOf } from './words/terms.ts'
import type { Unit } from './words/units.ts'

export interface TitleCandidate {
  one: Scored
  title: string
}

/** 0–1: how likely a reader who sees nothing else knows what the memory is about. */
export function fitsOf(candidates: readonly TitleCandidate[], asked: Scored | undefined): number[] {
  return titleFeatures(candidates, asked).map((features) => sigmoid(dot(features, weights as Weights)))
}

export function titleFeatures(candidates: readonly TitleCandidate[], asked: Scored | undefined): Features[] {
  const wanted = termsOf(asked?.unit.text ?? '')
  return candidates.map(({ one, title }) => {
    const own = termsOf(title)
    const others = new Set(candidates.flatMap((other) => (other.one === one ? [] : [...other.one.terms])))
    const shared = shareIn(own, others)
    const common = { ...lineFeatures(one, title), shared }
    return isUsers(one.source)
      ? {
          ...common,
          ...requestFeatures(one, title),
          askedShared: one === asked ? shared : 0,
          asked: one === asked ? 1 : 0,
        }
      : { ...common, ...wordFeatures(one, title), answers: shareIn(wanted, own) }
  })
}

function lineFeatures({ unit, names, score }: Scored, title: string): Features {
  const cues = cuesIn(unit.text)
  return {
    score,
    long: yes(lengthOf(title) > 110),
    short: yes(lengthOf(title) < 35),
    named: yes(names.size > 0),
    cut: yes(!isWhole(title, unit.text)),
    path: yes(/^\S*[\\/]\S+|^\S+\.\w{1,4}\b/.test(title)),
    hedge: yes(cues.hedge),
    open: yes(cues.open),
    cause: yes(cues.cause),
    decision: yes(cues.decision),
    asks: yes(/[?？]\s*$/.test(unit.text)),
    exclaims: yes(/[!！]\s*$/.test(unit.text)),
    leadsIn: yes(/[:：]\s*$/.test(unit.text)),
  }
}

/** The user's own words name the subject but not the result; a short request does not even name the subject. */
function requestFeatures({ unit }: Scored, title: string): Features {
  return {
    users: 1,
    usersItem: yes(unit.kind === 'item'),
    usersCut: yes(!isWhole(title, unit.text)),
    ...asksFor(title),
  }
}

function asksFor(title: string): Features {
  const words = title.match(/[\p{L}\p{N}_./-]{4,}/gu)?.length ?? 0
  return {
    usersFew: yes(words < 4),
    usersWords: Math.min(1, words / 10),
    usersPoints: yes(POINTS_EARLY.test(title) || (words < 9 && POINTS_ANYWHERE.test(title))),
    usersChats: yes(CHATS.test(title)),
  }
}

/** -1–1: does a request name a subject ("fix the total of a code entered twice") or only continue ("do that too")? */
export function tellingOf(title: string): number {
  const { usersFew = 0, usersPoints = 0, usersChats = 0 } = asksFor(title)
  return 0.4 - 0.4 * usersFew - 0.2 * usersPoints - 0.3 * usersChats
}

function wordFeatures({ unit, source }: Scored, title: string): Features {
  const { status, announces } = cuesIn(unit.text)
  return {
    message: yes(source.kind === 'message' || source.kind === 'report'),
    compaction: yes(source.kind === 'compaction'),
    opening: yes(unit.kind === 'sentence' && isOpening(unit, source)),
    [unit.kind]: 1,
    nested: yes(unit.depth > 0),
    label: yes(/^[^:：]{1,32}[:：]\s/.test(title)),
    pointsBack: yes(POINTS_BACK.test(title)),
    status: yes(status || announces),
    did: yes(/^(?:\w+ed|built|made|set|wrote|kept|ran|split|now)\b/i.test(title)),
    you: yes(/\b(?:you|your)\b/i.test(title)),
    me: yes(/\b(?:I|I'm|my|me)\b/.test(title)),
  }
}

function yes(is: boolean): number {
  return is ? 1 : 0
}

/** Only a full stop and markup are missing: the title was not shortened. */
export function isWhole(title: string, text: string): boolean {
  return text.length <= title.length + MARKS
}

/** A plain limit: a full stop, a colon, a pair of `**`, a `- ` or two. */
const MARKS = 12

/** Among the first two sentences with content. */
function isOpening(unit: Unit, source: Source): boolean {
  const telling = source.units.filter((one) => one.kind === 'sentence' && !isStatusOnly(one)).slice(0, 2)
  return telling.includes(unit)
}

function isStatusOnly({ text }: Unit): boolean {
  const { status, announces } = cuesIn(text)
  return announces || (status && text.length < 60) || text.length < 20
}

const POINTS_BACK =
  /^(?:this|that|it|it's|they|these|those|he|she|here|here's|there|both|which|you|your|i|i'm|i've|i'll|let|we|if|when|for|to|in|on|with|from|after|before|as|or|just|maybe|same|only|all details|no other|there's|issue|problem|let's|can|could|option|question|already|sorry|currently|each|to proceed|line \d+|step \d+|why|how|what)\b|^(?:the )?(?:diagnostics?|outputs?|tests?|build|files?|changes?|code|errors?|check) (?:is|are|shows?|was|were|will|now)\b|\bhere(?:'s| is| are)\b/i

const POINTS_EARLY = /^(?:\S+\s+){0,2}(?:this|that|it|them|these|those)\b/i
const POINTS_ANYWHERE = /\b(?:this|that|it|them|these|those|again|other|others|there|too)\b/i

/** Continues a conversation: alone it names nothing. */
const CHATS =
  /^(?:yes|yeah|yep|ok|okay|cool|nice|thanks|though|like|uhh*|hm+|interesting|wondering|question|next|one more|start|continue|resume|go on|commit|push|try|do|and|also|then|again|no)\b/i
