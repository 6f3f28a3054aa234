/** The hook commands for hosts without a POSIX shell. They read the host's JSON from stdin and always succeed. */
export const HOOK_COMMANDS: Record<string, { event: string; limitMs: number }> = {
  context: { event: 'SessionStart', limitMs: 2000 },
  new: { event: 'UserPromptSubmit', limitMs: 400 },
  read: { event: 'PreToolUse', limitMs: 200 },
  save: { event: 'PostToolUse', limitMs: 0 },
  summary: { event: 'Stop', limitMs: 0 },
}
