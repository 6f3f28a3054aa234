/**
 * What Codex CLI puts before the model in the user's name: the environment, instructions of the repository, notices.
 * Only what a person typed is a prompt.
 */
const INJECTED =
  /^\s*(?:<(?:environment_context|user_instructions|instructions|permissions[ _]instructions|collaboration_mode|multi_agent_mode|apps_instructions|plugins_instructions|skills?(?:_instructions)?|turn_aborted|user_shell_command|user_action|subagent_notification|hook_prompt|model_switch|personality_spec)\b|# AGENTS\.md instructions|Warning: (?:apply_patch|The maximum number))/i
/** What an editor shows stands before the words of the person, under this heading. */
const REQUEST = /^## My request for Codex:[^\S\n]*\n/m

/** Empty when no person typed any of it. */
export function typedText(text: string): string {
  if (INJECTED.test(text)) return ''
  const [, ...request] = text.split(REQUEST)
  return (request.length > 0 ? request.join('') : text).trim()
}

/** Versions before September 2025 told the folder to the model alone. */
export function folderIn(text: string): string {
  if (!/^\s*<environment_context>/.test(text)) return ''
  return (/<cwd>([^<]+)<\/cwd>/.exec(text)?.[1] ?? /^\s*Current working directory: (.+)$/m.exec(text)?.[1] ?? '').trim()
}
