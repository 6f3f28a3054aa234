/** One thing to decide about: a new memory with all it says, or a proposal with what differs. */
import { useEffect, useRef } from 'preact/hooks'
import type { ObservationFull } from '../../src/worker/protocol/rows.ts'
import { href } from '../address.ts'
import { mayChange } from '../api.ts'
import { Chip, Said, SessionLink, Time, TypeMark } from '../parts.tsx'
import { ProposalText } from './proposal.tsx'
import type { Item } from './review-decisions.ts'

export interface Deciding {
  item: Item
  chosen: boolean
  busy: boolean
  onChosen: () => void
  onKeep: () => void
  onDrop: () => void
  onEdit: () => void
}

export function ReviewCard({ item, chosen, busy, onChosen, onKeep, onDrop, onEdit }: Deciding) {
  const here = useRef<HTMLLIElement>(null)
  // The one that moved up when another was decided takes over its focus, unless the reader is elsewhere.
  useEffect(() => {
    if (chosen && (document.activeElement === document.body || document.activeElement?.closest('.inbox')))
      here.current?.focus({ preventScroll: !isOutOfSight(here.current) })
  }, [chosen])
  const isMemory = item.kind === 'memory'
  return (
    <li ref={here} class="review-card" tabIndex={-1} aria-current={chosen} onFocusCapture={onChosen}>
      {isMemory ? <MemoryText memory={item.memory} /> : <Proposed proposal={item.proposal} />}
      {mayChange.value ? (
        <p class="buttons">
          <button type="button" disabled={busy} onClick={onKeep} title="Keep as it is (a)">
            {isMemory ? 'Keep' : 'Keep the line'}
          </button>
          {isMemory ? (
            <button type="button" disabled={busy} onClick={onEdit} title="Edit (e)">
              Edit
            </button>
          ) : null}
          <button type="button" disabled={busy} onClick={onDrop} title="Drop (d)">
            {isMemory ? 'Drop' : item.proposal.kind === 'merge' ? 'Merge them' : 'Let it go'}
          </button>
        </p>
      ) : null}
    </li>
  )
}

/** Enough to decide; the memory's own page has all of it. */
const FACTS = 5

function MemoryText({ memory }: { memory: ObservationFull }) {
  return (
    <>
      <div class="row-head">
        <TypeMark type={memory.type} />
        <Chip name="project" value={memory.project_id} label={memory.project} />
        <Time at={memory.created_at_epoch} />
        {memory.session_db_id ? <SessionLink number={memory.session_db_id} /> : null}
        {memory.rule ? <span class="mark">your rule</span> : null}
        {memory.untrusted ? <span class="mark">from outside</span> : null}
      </div>
      <h2>
        <a href={`/memory/${memory.id}`}>{memory.title}</a>
      </h2>
      {memory.subtitle ? <p class="sub">{memory.subtitle}</p> : null}
      {memory.narrative ? <p class="text gist">{memory.narrative}</p> : null}
      {memory.facts.length > 0 ? (
        <ul>
          {memory.facts.slice(0, FACTS).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          {memory.facts.length > FACTS ? (
            <li>
              <a href={`/memory/${memory.id}`}>and {memory.facts.length - FACTS} more</a>
            </li>
          ) : null}
        </ul>
      ) : null}
      {memory.turn ? <Said turn={memory.turn} label="What was said around it" /> : null}
    </>
  )
}

function Proposed({ proposal }: { proposal: Extract<Item, { kind: 'proposal' }>['proposal'] }) {
  return (
    <>
      <div class="row-head">
        <span class="type">dream</span>
        <a class="chip" href={href('/notes', { cwd: proposal.root })}>
          {proposal.project}
        </a>
        <Time at={Date.parse(proposal.at)} />
      </div>
      <ProposalText proposal={proposal} />
    </>
  )
}

function isOutOfSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < 0 || bottom > innerHeight
}
