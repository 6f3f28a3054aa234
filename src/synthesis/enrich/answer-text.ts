/**
 * Makes a model's text fit to store: no private text or secrets, nothing invisible, limited length, no empty phrases.
 */
import { markedCut } from '../../memory/cut-text.ts'
import { stripPrivate } from '../../memory/privacy.ts'
import { redactSecrets } from '../../memory/redaction.ts'
import { shorten } from '../title.ts'
import { withoutInvisible } from './look-alikes.ts'

// As the prompts ask for them; longer text is cut.
export const MAX_TITLE = 120
export const MAX_SUBTITLE = 200
export const MAX_NARRATIVE = 1500
export const MAX_FACT = 300
export const MAX_FACTS = 12
export const MAX_PARAGRAPH = 1000
export const MAX_REASON = 200

/** undefined when there is no title, or it only names an activity. */
export function readTitle(raw: string | undefined): string | undefined {
  const title = shorten(readLine(raw, Number.MAX_SAFE_INTEGER), MAX_TITLE)
  return title === '' || isLabel(title) ? undefined : title
}

/** One line. */
export function readLine(raw: string | undefined, limit: number): string {
  return bound(safe(raw).replace(/\s+/g, ' ').trim(), limit)
}

/** Keeps paragraphs. */
export function readProse(raw: string | undefined, limit: number): string {
  const text = safe(raw)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
  return bound(text.trim(), limit)
}

export function readFacts(raw: readonly string[]): string[] {
  const facts = raw.map((fact) => readLine(fact.replace(/^\s*[-*•]\s+/, ''), MAX_FACT)).filter((fact) => fact !== '')
  return [...new Set(facts)].slice(0, MAX_FACTS)
}

/** Private blocks are removed before cutting: a cut could remove the opening tag. */
function safe(raw: string | undefined): string {
  const text = withoutInvisible(redactSecrets(stripPrivate((raw ?? '').toWellFormed())))
  return NOTHING.test(text.trim()) ? '' : text
}

function bound(text: string, limit: number): string {
  if (text.length <= limit) return text
  const sentence = Math.max(text.lastIndexOf('. ', limit - 1), text.lastIndexOf('.\n', limit - 1))
  return sentence > limit / 2 ? text.slice(0, sentence + 1) : markedCut(text, limit)
}

const NOTHING =
  /^(?:n\/?a|none|null|undefined|nil|unknown|untitled|todo|tbd|no change|unchanged|same|-+|\.{1,3}|…)[.!]?$/i

/** "Edited file x", "Read src/auth.ts", "Ran the tests", "Bug fix": an activity or category, not a fact. */
export function isLabel(title: string): boolean {
  const plain = title.replace(/[`"'*]/g, '').trim()
  return ACTIVITY.test(plain) || CATEGORY.test(plain)
}

const VERB =
  'edit(?:ed|ing|s)?|read(?:ing|s)?|open(?:ed|ing)?|view(?:ed|ing)?|updat(?:e|es|ed|ing)|modif(?:y|ied|ies|ying)|chang(?:e|es|ed|ing)|creat(?:e|es|ed|ing)|wr(?:ite|ote|itten|iting)|delet(?:e|es|ed|ing)|ran|run(?:ning|s)?|execut(?:e|es|ed|ing)|search(?:ed|ing)?|list(?:ed|ing)?|check(?:ed|ing)?|look(?:ed|ing)? (?:at|into)|review(?:ed|ing)?|examin(?:e|ed|ing)|explor(?:e|ed|ing)|investigat(?:e|ed|ing)|fix(?:ed|es|ing)?|refactor(?:ed|ing)?|work(?:ed|ing)? on|us(?:ed|ing)'
const OBJECT =
  '(?:(?:the|a|an|some|several|multiple|various|all|\\d{1,4}|this|source|test|new|existing|project|code|config|configuration)\\s+){0,3}(?:files?|folders?|director(?:y|ies)|code|codebase|commands?|scripts?|tests?|test suite|bugs?|issues?|problems?|errors?|things?|changes?|project|repository|documentation|docs)'
const PATH = '[\\w@~./\\\\-]*[./\\\\][\\w@~./\\\\-]+'
const ACTIVITY = new RegExp(
  `^(?:successfully |also |the user |i |we )?(?:${VERB})\\s+(?:${OBJECT}|${PATH})(?:[\\s,:;]+(?:(?:in|of|to|from|at|and|with|file|files)\\s+)?(?:${OBJECT}|${PATH}|file|files)){0,6}[.!]?$`,
  'i',
)
const CATEGORY =
  /^(?:(?:small|minor|various|some|general|misc(?:ellaneous)?|code|file|bug|test) )?(?:bug ?fix(?:es)?|fix(?:es)?|refactor(?:ing)?s?|updates?|changes?|edits?|improvements?|clean ?up|work in progress|wip|misc|summary|observation|discovery|decision|feature|progress|investigation|session(?: summary| work| notes)?)(?: (?:in|to|of|for|on) \S{1,80})?[.!]?$/i
