/** What is added to a prompt: the few memories that clearly apply to it and that this session has not been told yet. */
import type { PromptEvent } from '../memory/event.ts'
import { bearingHits } from '../retrieval/bearing.ts'
import { visibleProjects } from '../retrieval/filters.ts'
import { labelsOf, staleFor } from '../retrieval/freshness-asker.ts'
import { search } from '../retrieval/search.ts'
import type { Meaning } from '../retrieval/search-parts.ts'
import type { SessionPlace } from '../retrieval/session-project.ts'
import { findTold } from '../store/ledger.ts'
import { findWorkspace } from '../store/notes.ts'
import { type ContextParts, privateProjects, visibleProject } from './context-parts.ts'
import { isWorthRecalling, type RecallCandidate, type RecallText, renderPromptRecall } from './prompt-recall.ts'

/** More than are ever shown, because some were already told. */
const CANDIDATES = 15

export async function promptContext(
  parts: ContextParts & { meaning: Meaning | undefined },
  by: { event: PromptEvent; session: SessionPlace },
): Promise<RecallText | undefined> {
  const { db, settings } = parts
  const { event, session } = by
  if (!settings.promptRecall || event.machineMade || !isWorthRecalling(event.text)) return undefined
  const project = visibleProject(parts, session)
  if (!project) return undefined
  const now = Date.now()
  const found = await search(
    { db, meaning: parts.meaning, stale: staleFor(parts.freshness, session.cwd), now },
    {
      text: event.text,
      kinds: ['observation', 'note'],
      // Notes are told only in their own workspace.
      workspaces: [findWorkspace(db, project.root)?.id ?? 0],
      projects: visibleProjects({
        asked: undefined,
        home: project.id,
        crossProject: settings.crossProject,
        purpose: 'injection',
      }),
      home: project.id,
      hidden: privateProjects(parts),
      limit: CANDIDATES,
      // "Deploy it today" is about future work, not about when a memory was made.
      dates: 'preferred',
      explain: true,
    },
  )
  const candidates = bearingHits({ ...found, home: project.id }).flatMap((hit): RecallCandidate[] => {
    if (!hit.explain) return []
    const { matched, missing, similarity, ...numbers } = hit.explain
    const parts = { ...numbers, ...(similarity === undefined ? {} : { similarity }), terms: matched.length }
    const how = { score: hit.score, parts }
    if (hit.kind === 'observation' && hit.observation.recalled === false) return []
    if (hit.kind === 'observation') return [{ kind: hit.kind, observation: hit.observation, ...how }]
    // The host shows its own notes itself.
    return hit.kind === 'note' && hit.note.source !== 'host' ? [{ kind: hit.kind, note: hit.note, ...how }] : []
  })
  return renderPromptRecall({
    prompt: event.text,
    candidates,
    told: findTold(db, event.sessionId),
    labels: labelsOf(
      parts.freshness.of(
        candidates.flatMap((one) => (one.kind === 'observation' ? one.observation.id : [])),
        session.cwd,
      ),
    ),
    home: project.id,
    now,
    searched: found.searched,
  })
}
