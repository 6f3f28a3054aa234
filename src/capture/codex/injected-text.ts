/**
 * What Codex CLI sends to the model in the user's name: the environment, repository instructions, notices. Only what a
 * person typed is a prompt.
 */
const INJECTED =
  /^\s*(?:<(?:environment_context|user_instructions|instructions|permissions[ _]instructions|collaboration_mode|multi_agent_mode|apps_instructions|plugins_instructions|skills?(?:_instructions)?|turn_aborted|user_shell_command|user_action|subagent_notification|hook_prompt|model_switch|personality_spec)\b|# AGENTS\.md instructions|Warning: (?:apply_patch|The maximum number))/i
/** An editor's context comes before the person's words, which follow this heading. */
const REQUEST = /^## My request for Codex:[^\S\n]*\n/m

/** Empty when a person typed none of it. */
export function typedText(text: string): string {
  if (INJECTED.test(text)) return ''
  const [, ...request] = text.split(REQUEST)
  return (request.length > 0 ? request.join('') : text).trim()
}

/** Versions before September 2025 told the folder only to the model. */
export function folderIn(text: string): string {
  if (!/^\s*<environment_context>/.test(text)) return ''
  return (/<cwd>([^<]+)<\/cwd>/.exec(text)?.[1] ?? /^\s*Current working directory: (.+)$/m.exec(text)?.[1] ?? '').trim()
}
