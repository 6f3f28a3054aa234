/** The settings that decide what an agent is told, in the form `context/` takes them. */
import type { Config } from '../../config.ts'
import type { ContextSettings, ReadGateMode } from '../../context/context-parts.ts'

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
