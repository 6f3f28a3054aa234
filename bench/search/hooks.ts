/**
 * How long a person waits at a prompt when memory is asked: the real hook script and a real worker with many memories,
 * compared with starting Node, in turn. Every prompt is a different one from another session, so that each has
 * something to be told.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS, prompt } from '../../test/support/hook.ts'
import { HOOK_SCRIPT } from '../../test/support/place.ts'
import { type Command, measure } from '../hooks/measure.ts'
import { makeCorpus } from './corpus.ts'
import { projectsRoot } from './folders.ts'
import { makeQuestions } from './questions.ts'
import { startStage } from './stage.ts'

export interface HookFigures {
  runs: number
  nodeMs: number
  hookMs: number
  hookP90Ms: number
  /** Median against median. */
  ofNode: number
  /** Runs that reached the hook's limit, so that nothing was said. */
  late: number
  /** Runs that were told something. */
  told: number
}

const PROMPTS = 60
const NAMES = { node: 'node -e 0', hook: 'UserPromptSubmit' }
const CONTEXT = '"additionalContext"'

export async function measureHooks(by: { folder: string; count: number }): Promise<HookFigures> {
  const corpus = makeCorpus(by.count, { now: Date.now(), root: projectsRoot() })
  const prompts = makeQuestions(corpus, { count: PROMPTS * 3, seed: 4 }).filter((one) => one.kind === 'sentence')
  const stage = await startStage(by.folder, { CLAUDE_MEM_PROMPT_RECALL: 'true' })
  const base = stage.place
  try {
    const payloads = join(base.root, 'payloads')
    mkdirSync(payloads)
    const commands = prompts.flatMap(({ text, session }, at): Command[] => {
      const place = { ...base, project: session.project.root }
      const input = join(payloads, `${at}.json`)
      writeFileSync(input, JSON.stringify(prompt(place, { sessionId: session.id, text, promptId: `bench-${at}` })))
      const common = { data: base.data.root, how: 'warm' as const }
      return [
        { ...common, name: NAMES.node, input: '/dev/null', command: `${process.execPath} -e 0` },
        {
          ...common,
          name: NAMES.hook,
          input,
          command: `sh ${HOOK_SCRIPT} UserPromptSubmit ${LIMITS.UserPromptSubmit}`,
          says: CONTEXT,
        },
      ]
    })
    const figures = await measure(base, { label: 'recall', rounds: 1, commands })
    const [node, hook] = [figures[NAMES.node], figures[NAMES.hook]]
    if (!node || !hook) throw new Error('nothing was measured')
    return {
      runs: hook.runs,
      nodeMs: node.wallMs,
      hookMs: hook.wallMs,
      hookP90Ms: hook.p90Ms,
      ofNode: hook.wallMs / node.wallMs,
      late: countLate(join(base.root, 'recall.results')),
      told: hook.runs - hook.wrong,
    }
  } finally {
    await stage.end()
  }
}

/** Lines of measure.sh: name, wall in microseconds, … A hook that reached its limit took at least this long. */
function countLate(results: string): number {
  const limitMs = Number(LIMITS.UserPromptSubmit) * 1000
  return readFileSync(results, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([name, wall]) => name === NAMES.hook && Number(wall) / 1000 >= limitMs).length
}
