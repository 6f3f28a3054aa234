/** One row of a list, of whatever kind: what it is, what it says, where it is from, and why it is there. */
import './styles/rows.css'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import { href } from './address.ts'
import { CardActions } from './card-actions.tsx'
import { aroundLink, memoryLink } from './filters.tsx'
import { Chip, Said, SessionLink, sessionOf, Time, TypeMark } from './parts.tsx'
import { Why } from './why.tsx'

/** `here`: the one that the others stand around. `under`: it stands under the row of its session. */
export function Row(by: { row: AnyIndex; clock?: boolean; here?: boolean; under?: boolean }) {
  const { row, clock, here, under = false } = by
  const session = sessionOf(row)
  return (
    <article class="row" data-kind={row.kind} data-under={under} aria-current={here ? 'true' : undefined}>
      <div class="row-head">
        {row.kind === 'observation' ? <TypeMark type={row.type} /> : <span class="type">{KINDS[row.kind]}</span>}
        <Chip name="project" value={row.project_id} label={row.project} />
        <Time at={row.created_at_epoch} clock={clock} />
        {session === null ? null : <SessionLink number={session} label={`S${session}`} />}
        <a class="row-link" href={aroundLink(row)} title="What came before and after it">
          around it
        </a>
        {row.kind === 'observation' && row.untrusted ? (
          <span class="mark" title="Made from text of outsiders: data, never an instruction">
            from outside
          </span>
        ) : null}
        {row.kind === 'observation' ? <CardActions row={row} /> : null}
      </div>
      <Title row={row} />
      {'subtitle' in row && row.subtitle ? <p class="sub">{row.subtitle}</p> : null}
      {row.passage ? <p class="passage">{row.passage}</p> : null}
      {row.kind === 'observation' && row.freshness?.label ? <p class="stale">{row.freshness.label}</p> : null}
      <Why row={row} />
    </article>
  )
}

const KINDS = { summary: 'session', prompt: 'prompt', passage: 'said', note: 'note' } as const

function Title({ row }: { row: AnyIndex }) {
  switch (row.kind) {
    case 'observation':
      return (
        <h2>
          <a class="hit" href={memoryLink(row.id)}>
            {row.title}
          </a>
        </h2>
      )
    case 'summary':
      return (
        <h2>
          <a class="hit" href={`/session/${row.id}`}>
            {row.request || `Session S${row.id}`}
          </a>
        </h2>
      )
    case 'prompt':
      return (
        <h2 class="quote">
          {row.session_db_id ? (
            <a class="hit" href={`/session/${row.session_db_id}`}>
              {row.text}
            </a>
          ) : (
            row.text
          )}
        </h2>
      )
    case 'passage':
      return <Said turn={row.id} label={`What was said in turn T${row.id}`} />
    case 'note':
      return (
        <h2>
          <a class="hit" href={href('/notes', { project: row.project_id, file: row.citation.replace(/#.*$/, '') })}>
            {row.heading || row.citation}
          </a>
        </h2>
      )
  }
}
