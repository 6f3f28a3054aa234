/** Codex CLI's tools by name, over all versions. */
const KINDS = {
  shell: 'command',
  shell_command: 'command',
  'container.exec': 'command',
  local_shell: 'command',
  exec_command: 'command',
  unified_exec: 'command',
  write_stdin: 'command',
  apply_patch: 'edit',
  update_plan: 'tasks',
  read_file: 'read',
  list_dir: 'search',
  grep_files: 'search',
  tool_search: 'search',
  web_search: 'web search',
  request_user_input: 'questions',
  spawn_agent: 'agent',
  wait_agent: 'agent',
} as const
export type CodexToolKind = (typeof KINDS)[keyof typeof KINDS] | 'other'

export function toolKind(tool: string): CodexToolKind {
  return Object.hasOwn(KINDS, tool) ? KINDS[tool as keyof typeof KINDS] : 'other' // as: it is one of its keys
}
