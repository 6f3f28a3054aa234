/** The settings that decide what an agent is told, in the form `context/` takes them. */
import type { Config, SettingName } from '../../config.ts'
import type { ContextSettings, ReadGateMode } from '../../context/context-parts.ts'

/** Read for every answer, so that a change counts at once. Everything else is read when the worker starts. */
export const APPLIED_AT_ONCE: readonly SettingName[] = [
  ...(['CONTEXT_TOKENS', 'RECENCY_HALFLIFE_DAYS', 'CROSS_PROJECT', 'PRIVATE_PROJECTS'] as const),
  ...(['PROMPT_RECALL', 'SESSION_LINE', 'READ_GATE', 'READ_GATE_PROJECTS', 'REVIEW'] as const),
]

/** Puts what counts at once into the settings the worker runs with. */
export function applyAtOnce(next: Config, into: { config: Config; settings: ContextSettings }): void {
  const changed = Object.fromEntries(APPLIED_AT_ONCE.map((name) => [name, next[name]]))
  Object.assign(into.config, changed, { sources: next.sources })
  Object.assign(into.settings, contextSettings(into.config))
}

export function contextSettings(config: Config): ContextSettings {
  return {
    budgetTokens: config.CONTEXT_TOKENS,
    halfLifeDays: config.RECENCY_HALFLIFE_DAYS,
    crossProject: config.CROSS_PROJECT,
    promptRecall: config.PROMPT_RECALL,
    readGate: config.READ_GATE,
    readGateRules: config.READ_GATE_PROJECTS.map(readGateRule),
    failureHints: config.FAILURE_HINTS,
    excludedProjects: config.EXCLUDED_PROJECTS,
    privateProjects: config.PRIVATE_PROJECTS,
    home: config.home,
  }
}

/** `pattern=mode`; the pattern may itself contain `=`. */
function readGateRule(rule: string): ContextSettings['readGateRules'][number] {
  const at = rule.lastIndexOf('=')
  return { pattern: rule.slice(0, at), mode: rule.slice(at + 1) as ReadGateMode } // checked by config.ts
}
