/**
 * What a session left open: unfinished tasks, steps it named and did not take, unanswered questions, a plan nobody
 * carried out. What a later request of the same session did is no longer open.
 */
import type { ToolEvent } from '../memory/event.ts'
import { goesOn } from '../memory/going-on.ts'
import type { ObservationDraft } from '../memory/observation.ts'
import { capitalOf } from './capital.ts'
import { distinctTexts } from './repeats.ts'
import type { Request } from './requests.ts'
import { askedTitle, asTitle } from './title.ts'
import { cuesIn } from './words/cues.ts'
import type { Scored } from './words/salience.ts'
import type { Source } from './words/sources.ts'
import { shareIn } from './words/terms.ts'

export interface ToldRequest {
  request: Request
  /** Without outdated ones. */
  units: readonly Scored[]
}

type KeptMemory = Pick<ObservationDraft, 'title' | 'narrative'>

// 8 items of 220 characters: a full list of remaining work, still small enough for a session start
const MAX_ITEMS = 8
const MAX_CHARACTERS = 220
/**
 * Share of an item's terms that, if found in later words or work, means it was taken up. Set by hand: at .45 the open
 * sessions lose one thing, at .75 none.
 */
const TAKEN_UP = 0.6

/** `kept` are the session's memories: what they tell is not repeated. */
export function findOpenWork(told: readonly ToldRequest[], kept: readonly KeptMemory[]): string[] {
  const calls = told.flatMap(({ request }) => request.calls)
  const items = [...openTasks(calls), ...unfinished(told, kept)]
  for (const { units } of withoutDone(told)) items.push(...units.filter(isOpen).map(itemOf))
  return distinctTexts(items.filter((item) => item !== '')).slice(-MAX_ITEMS)
}

/** Removes what was called open and then done by a later request. */
export function withoutDone<T extends ToldRequest>(told: readonly T[]): T[] {
  const calls = told.flatMap(({ request }) => request.calls)
  return told.map((one, at) => {
    const later = doneTerms(told.slice(at + 1))
    const isSettled = (unit: Scored) =>
      speaksOfOpen(unit) && (shareIn(unit.terms, later) >= TAKEN_UP || isDoneSince(unit, calls))
    return { ...one, units: one.units.filter((unit) => !isSettled(unit)) }
  })
}

function doneTerms(later: readonly ToldRequest[]): Set<string> {
  return new Set(later.flatMap(({ units }) => units.filter(isDone).flatMap(({ terms }) => [...terms])))
}

/** Said at the end of a turn as still to come: under such a heading, or explicitly. */
function isOpen(one: Scored): boolean {
  return one.source.kind === 'closing' && speaksOfOpen(one)
}

/** From any source: a compaction, too, says what was still to come. */
function speaksOfOpen({ unit, source }: Scored): boolean {
  if (!['closing', 'message', 'compaction'].includes(source.kind)) return false
  if (unit.kind === 'heading' || unit.kind === 'command') return false
  if (/[:：?？]\s*$/.test(unit.text) || cuesIn(unit.text).announces) return false
  if (unit.kind !== 'sentence' && OPEN_HEADING.test(unit.lead === '' ? unit.heading : unit.lead)) return true
  if (unit.kind === 'row' && SETTLED.test(unit.text)) return false
  return OPEN.test(unit.text) && !NOT_OPEN.test(unit.text)
}

/** A row of a table of findings that says what became of it. */
const SETTLED = /[:,] (?:fixed|updated|added|resolved|done|removed|renamed|implemented)\b|[✓✅]/i

const OPEN_HEADING =
  /\bnext steps?\b|\bto-?dos?\b|\bfollow-?ups?\b|\bleft to do\b|\bnot (?:yet )?(?:done|implemented|covered|tested)\b|\bbefore (?:the )?(?:release|merge|launch)\b|^(?:\W*(?:the |still |what is |what's )?(?:remaining|outstanding|open|pending|missing|deferred))(?: \w+)?(?: (?:work|items?|tasks?|issues?|steps?|gaps?|findings?|problems?|questions?|errors?|minor errors))?\W*$|pendiente|próximos pasos|queda(?:n)? por|осталось|следующи[ей] шаг|残り|次のステップ|今後|剩余|待办|下一步|后续/i

const OPEN =
  /\b(?:still (?:needs?|to do|to be|open|missing|pending|fails?|failing|unclear|has to|have to|uncommitted|unpushed)|not yet|yet to be|remains? to|remaining (?:work|steps?|issues?|errors?|failures?)|left (?:to do|open|for (?:later|you|now)|alone|untouched)|(?:needs?|has|have) to be|follow-?up|next steps?|(?:not|un)[ -]?(?:pushed|committed|merged|deployed|tested|verified|finished)|you(?:'ll| will)? (?:still )?(?:need|have) to|requires? (?:a )?(?:manual|restart|reboot)|awaits?|waiting (?:for|on)(?! (?:it|them)\b)|blocked (?:by|on)|deferred (?:to|until)|out of scope for now|known limitations?)\b|\bTODO\b|\b(?:pendiente|falta(?:n)? |por hacer|todavía no|aún no)|(?:ещё не|пока не|нужно будет|не закоммичен|доделать)|(?:未(?:実装|対応|完了|コミット|テスト)|まだ|必要があります)|(?:尚未|还没|未(?:完成|提交|测试|实现)|还需要)/iu

/** Describes what the code does or what was decided, or says that nothing is left. */
const NOT_OPEN =
  /\b(?:no longer|nothing (?:is )?(?:left|remain\w*|pending)|no (?:\w+ ){0,3}(?:remain(?:s|ing)?|left|pending|outstanding|open|further)|unrelated|not part of|intentional\w*|added (?:a )?todo|documented|declined|even (?:with|if|when))\b|^not yet \w+:|no queda(?:n)? nada|nada pendiente|ничего не осталось|残って(?:いない|いません)|没有(?:剩余|遗留)/iu

function isDone({ source }: Scored): boolean {
  return source.kind !== 'report' && source.kind !== 'compaction'
}

/** "Not pushed", "uncommitted": said before the command that did it. */
function isDoneSince({ unit, source }: Scored, calls: readonly ToolEvent[]): boolean {
  const ran = (command: RegExp) =>
    calls.some(
      ({ call, at }) =>
        at > source.event.at && call.act === 'command' && call.result !== 'failed' && command.test(call.command),
    )
  if (/\b(?:un)?push(?:ed|ing)?\b/i.test(unit.text)) return ran(/\bgit\b[^\n|;&]*\bpush\b/)
  if (/\b(?:un|not (?:yet )?)committed\b|\bcommit (?:this|these|the|it)\b/i.test(unit.text))
    return ran(/\bgit\b[^\n|;&]*\bcommit\b/)
  return false
}

/** The last state of every task the session listed. */
function openTasks(calls: readonly ToolEvent[]): string[] {
  const tasks = new Map<string, { text: string; open: boolean }>()
  for (const { call, agent } of calls) {
    if (call.act !== 'tasks' || agent !== undefined) continue
    if (call.whole) tasks.clear()
    for (const { id, text, state } of call.tasks) {
      const known = tasks.get(id)
      tasks.set(id, { text: text || (known?.text ?? ''), open: state === 'open' || state === 'doing' })
    }
  }
  const all = [...tasks.values()]
  // A list nobody ticked off was abandoned: the work shows in the words instead.
  if (all.every(({ open }) => open)) return []
  return all.filter(({ open, text }) => open && text !== '').map(({ text }) => capitalOf(text))
}

/** The last request if nothing closed it, a plan that was presented and not carried out, an unanswered question. */
function unfinished(told: readonly ToldRequest[], kept: readonly KeptMemory[]): string[] {
  const last = told.at(-1)
  if (last === undefined) return []
  const { request } = last
  const closing = request.sources.findLast(({ kind }) => kind === 'closing')
  const asked = request.sources.find(({ kind }) => kind === 'request')
  const plan = request.sources.findLast(({ kind }) => kind === 'plan')
  const edited = request.calls.some(({ call, at }) => call.act === 'edit' && at >= (plan?.event.at ?? 0))
  const items: string[] = []
  if (plan !== undefined && plan.title !== '' && !edited) items.push(`Planned, not carried out: ${plan.title}`)
  else if (closing === undefined && asked !== undefined && !goesOn(textOf(asked))) {
    const title = askedTitle(last.units)
    if (title !== '') items.push(`Asked last, not finished: ${title}${lastWords(request, { title, kept })}`)
  }
  const question = closing?.units.findLast(({ kind, text }) => kind === 'sentence' && /[?？]\s*$/.test(text))
  if (question !== undefined && question.text.length <= MAX_CHARACTERS && question.text.length > 25)
    items.push(`Not answered: ${question.text}`)
  return items
}

/** How far it got, as the agent said itself, if there is room for it and no memory tells it. */
function lastWords(request: Request, by: { title: string; kept: readonly KeptMemory[] }): string {
  const message = request.sources.findLast(({ kind }) => kind === 'message')
  const text = asTitle(message?.units.findLast(({ kind }) => kind === 'sentence')?.text ?? '')
  if (text === undefined || by.title.length + text.length > MAX_CHARACTERS) return ''
  return by.kept.some(({ title, narrative }) => title === text || narrative.includes(text))
    ? ''
    : ` (last said: ${text})`
}

function textOf({ units }: Source): string {
  return units.map(({ text }) => text).join(' ')
}

function itemOf({ unit }: Scored): string {
  const text = unit.text.replace(LABEL, '')
  if (text.length <= MAX_CHARACTERS) return capitalOf(text.replace(/[.。]$/, ''))
  return asTitle(text) ?? ''
}

const LABEL = /^(?:next steps?|to-?do|remaining(?: work)?|not yet done|still open|follow-?ups?|pending)\s*[:：—–-]\s*/i
