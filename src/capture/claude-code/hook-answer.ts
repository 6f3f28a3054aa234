/** What Claude Code's hooks print: JSON with the host's own field names. */
import type { HookReply } from '../host.ts'

const EVENTS: Record<HookReply['to'], string> = {
  'session start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'planned call': 'PreToolUse',
  call: 'PostToolUse',
  'failed call': 'PostToolUseFailure',
}

export function renderAnswer({ to, context, refusal, notice }: HookReply): object {
  const told = {
    ...(refusal === undefined ? {} : { permissionDecision: 'deny', permissionDecisionReason: refusal }),
    ...(context === undefined ? {} : { additionalContext: context }),
  }
  return {
    ...(Object.keys(told).length === 0 ? {} : { hookSpecificOutput: { hookEventName: EVENTS[to], ...told } }),
    ...(notice === undefined ? {} : { systemMessage: notice }),
  }
}
