/** What is said beside a prompt: the few memories that clearly bear on it and were not told to this session before. */
import type { SessionFacts } from '../capture/host-event.ts'
import { isWorthRecalling, type RecallText, renderPromptRecall } from '../context/prompt-recall.ts'
import type { PromptEvent } from '../memory/event.ts'
import { visibleProjects } from '../retrieval/filters.ts'
import { type Explanation, type Meaning, search } from '../retrieval/search.ts'
import { findTold } from '../store/ledger.ts'
import { type ContextParts, visibleProject } from './session-context.ts'

/** More than are ever shown: some were told already. */
const CANDIDATES = 15

export async function promptContext(
  parts: ContextParts & { meaning: Meaning | undefined },
  by: { event: PromptEvent; session: SessionFacts },
): Promise<RecallText | undefined> {
  const { db, config } = parts
  const { event, session } = by
  if (!config.PROMPT_RECALL || event.machineMade || !isWorthRecalling(event.text)) return undefined
  const project = visibleProject(db, config, session)
  if (!project) return undefined
  const now = Date.now()
  const found = await search(
    { db, meaning: parts.meaning, now },
    {
      text: event.text,
      projects: visibleProjects({
        asked: undefined,
        home: project.id,
        crossProject: config.CROSS_PROJECT,
        purpose: 'injection',
      }),
      home: project.id,
      limit: CANDIDATES,
      explain: true,
    },
  )
  const candidates = found.hits.flatMap((hit) => {
    if (hit.kind !== 'observation' || !hit.explain || !bearsOn(hit.explain)) return []
    const { matched, missing, similarity, ...numbers } = hit.explain
    const parts = { ...numbers, ...(similarity === undefined ? {} : { similarity }), terms: matched.length }
    return [{ observation: hit.observation, score: hit.score, parts }]
  })
  return renderPromptRecall({
    candidates,
    told: findTold(db, event.sessionId),
    home: project.id,
    now,
    searched: found.searched,
  })
}

/**
 * A wrong memory costs more than none. Alone, meaning has to be strong or words have to be many; together, less of each
 * will do. Unrelated texts of our model rarely pass 0.3, paraphrases lie above 0.45.
 */
const ALONE = { similarity: 0.5, terms: 3, share: 0.6 }
const TOGETHER = { similarity: 0.35, terms: 2 }

function bearsOn({ matched, missing, similarity = 0 }: Explanation): boolean {
  const share = matched.length / Math.max(1, matched.length + missing.length)
  return (
    similarity >= ALONE.similarity ||
    (matched.length >= ALONE.terms && share >= ALONE.share) ||
    (similarity >= TOGETHER.similarity && matched.length >= TOGETHER.terms)
  )
}
