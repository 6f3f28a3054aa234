/** A pull request opened from the command line: its title and text. */
import type { CommandCall } from '../memory/tool-call.ts'

export interface PullRequest {
  title: string
  body: string
}

export function findPullRequest(call: Pick<CommandCall, 'command' | 'result'>): PullRequest | undefined {
  if (call.result === 'failed' || !/\b(?:gh pr|glab mr) (?:create|edit)\b/.test(call.command)) return undefined
  const title = quoted(call.command, 'title') ?? quoted(call.command, 't') ?? ''
  const heredoc = /<<-?\s*["']?(\w+)["']?[^\n]*\n([\s\S]*?)\n\s*\1\b/.exec(call.command)?.[2]
  const body = heredoc ?? quoted(call.command, 'body') ?? quoted(call.command, 'description') ?? ''
  if (title === '' && body === '') return undefined
  return { title, body: body.replace(/^🤖.*$|^.*Generated with .*$/gm, '').trim() }
}

function quoted(command: string, flag: string): string | undefined {
  const dashes = flag.length === 1 ? '-' : '--'
  const found = new RegExp(`\\s${dashes}${flag}[\\s=]+(?:"((?:[^"\\\\]|\\\\.)*)"|'([^']*)')`).exec(command)
  return found?.[1]?.replace(/\\(["`$\\])/g, '$1') ?? found?.[2]
}
