/**
 * Prompts no person typed. The host wraps what it sends itself (finished tasks, output of local commands, reminders,
 * editor context, messages of other agents) in tags at the beginning of a prompt; a person's text can follow such a
 * block. Some of what it wraps is worth storing: the report of an agent that worked beside the session.
 */
import { shortHash } from '../short-hash.ts'

const LEADING_TAG =
  /^\s*<(task-notification|local-command-[a-z-]+|command-(?:name|message|args|contents)|bash-(?:input|stdout|stderr)|system-reminder|ide_[a-z_]+|user-memory-input|background-task-[a-z-]+|(?:agent|teammate|cross-session)-(?:message|notification)|project_claude_message|[a-z-]+-hook)\b[^<>]*>/
/** The host's sentences around its blocks: before a notification, and about where its output is. */
const STOCK =
  /^\s*(?:\[SYSTEM NOTIFICATION\b(?:(?!<task-notification>)[\s\S])*|(?:Read the output file to retrieve the result|Full transcript available at): [^\n]*(?:\n|$))/
/** After a plan that is carried out in a new session. */
const PLAN_TAIL =
  /\s*If you need specific details from before exiting plan mode \([^)]*\), read the full transcript at: \S+\s*$/

/** Also after a plan: how the host would like it to be carried out. */
const PLAN_HINT =
  /\s*If this plan can be broken down into multiple independent tasks, consider using the \w+ tool[^\n]*\s*$/

interface Block {
  tag: string
  attributes: string
  body: string
}

/** The prompt without the host's leading blocks; empty when no person's text is left. */
export function humanText(prompt: string): string {
  return split(prompt).rest
}

function split(prompt: string): { blocks: Block[]; rest: string } {
  const blocks: Block[] = []
  let rest = prompt
  for (;;) {
    const stock = STOCK.exec(rest)
    const tag = stock === null ? LEADING_TAG.exec(rest) : null
    if (stock !== null) rest = rest.slice(stock[0].length)
    else if (tag === null) return { blocks, rest: rest.replace(PLAN_TAIL, '').trim() }
    else {
      const closing = `</${tag[1] ?? ''}>`
      const end = rest.indexOf(closing, tag[0].length)
      if (end < 0) return { blocks, rest: '' }
      blocks.push({ tag: tag[1] ?? '', attributes: tag[0], body: rest.slice(tag[0].length, end) })
      rest = rest.slice(end + closing.length)
    }
  }
}

/**
 * For a plan the host passes as the first prompt of a new session: the plan without the host's text; else unchanged.
 */
export function promptWords(typed: string): { text: string; carries?: 'plan' } {
  const plan = /^Implement the following plan:\s*(\S[\s\S]*)$/.exec(typed)?.[1]
  return plan === undefined ? { text: typed } : { text: plan.replace(PLAN_HINT, ''), carries: 'plan' }
}

/** A slash command as typed (`/name args`), from the tags the transcript writes for it. */
export function slashCommand(prompt: string): string | undefined {
  const name = /<command-name>\s*(\/?[^<\s]+)\s*<\/command-name>/.exec(prompt)?.[1]
  if (name === undefined || humanText(prompt) !== '') return undefined
  const args = /<command-args>([\s\S]*?)<\/command-args>/.exec(prompt)?.[1]?.trim() ?? ''
  return `${name.startsWith('/') ? '' : '/'}${name} ${args}`.trim()
}

/** What a person wrote in a queued prompt; empty for commands and machine-made ones. */
export function queuedText(prompt: string): string {
  const typed = humanText(prompt)
  return /^\/[\w:-]+(?:\s|$)/.test(typed) ? '' : typed
}

export interface Report {
  /** The same however the report arrives: queued, as a prompt, by a hook or in the transcript. */
  key: string
  text: string
}

const SENT = new Set(['task-notification', 'agent-message', 'teammate-message', 'cross-session-message'])

/** What agents beside the session reported in this prompt. A bare status notification is not a report. */
export function reportsIn(prompt: string): Report[] {
  if (!prompt.includes('-message') && !prompt.includes('<result>')) return []
  return split(prompt).blocks.flatMap(({ tag, attributes, body }) => {
    if (!SENT.has(tag)) return []
    const text = (tag === 'task-notification' ? (/<result>([\s\S]*)<\/result>/.exec(body)?.[1] ?? '') : body).trim()
    if (!hasWords(text)) return []
    const from =
      /<task-id>\s*([\w-]+)/.exec(body)?.[1] ?? /\b(?:teammate_id|from)="([^"]*)"/.exec(attributes)?.[1] ?? ''
    return [{ key: `a:${from.slice(0, 80)}:${shortHash(text)}`, text }]
  })
}

/** False for status JSON between teammates, and for agents that end with a single word. */
function hasWords(text: string): boolean {
  if (/^\{[\s\S]*\}$/.test(text)) return false
  return text.split(/\s+/).filter((word) => /\p{L}{2,}/u.test(word)).length >= 2 || /\p{Lo}{6,}/u.test(text)
}
