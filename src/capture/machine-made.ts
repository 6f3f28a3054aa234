/**
 * Prompts no person typed. The host wraps what it sends itself (finished tasks, output of local commands, reminders,
 * what an editor shows) in tags at the beginning of a prompt; what a person typed can follow such a block.
 */
const LEADING_TAG =
  /^\s*<(task-notification|local-command-[a-z-]+|command-(?:name|message|args|contents)|bash-(?:input|stdout|stderr)|system-reminder|ide_[a-z_]+|user-memory-input|background-task-[a-z-]+|(?:agent|teammate|cross-session)-(?:message|notification)|[a-z-]+-hook)\b[^<>]*>/

/** The prompt without the host's own leading blocks; empty when nothing of a person's is left. */
export function humanText(prompt: string): string {
  let rest = prompt
  for (;;) {
    const tag = LEADING_TAG.exec(rest)
    if (tag === null) return rest.trim()
    const closing = `</${tag[1] ?? ''}>`
    const end = rest.indexOf(closing, tag[0].length)
    if (end < 0) return ''
    rest = rest.slice(end + closing.length)
  }
}

/** A slash command as it was typed (`/name args`), from the tags the transcript writes for it. */
export function slashCommand(prompt: string): string | undefined {
  const name = /<command-name>\s*(\/?[^<\s]+)\s*<\/command-name>/.exec(prompt)?.[1]
  if (name === undefined || humanText(prompt) !== '') return undefined
  const args = /<command-args>([\s\S]*?)<\/command-args>/.exec(prompt)?.[1]?.trim() ?? ''
  return `${name.startsWith('/') ? '' : '/'}${name} ${args}`.trim()
}
