/** What a list is narrowed to. It lives in the address, and goes along to a memory, so that its next and previous obey it. */
import './styles/filters.css'
import { CONCEPTS, OBSERVATION_TYPES } from '../src/memory/observation.ts'
import type { ProjectList, ProjectRow } from '../src/worker/protocol/projects.ts'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import { go, href, type Parameters, parameters, path, withParameters } from './address.ts'
import { get, type Query } from './api.ts'
import { useAsked } from './asked.ts'

const NAMES = ['project', 'type', 'concepts', 'files', 'dateRange', 'kind'] as const
/** Filters that a link can set and the bar has no field for. */
const CHIPS: Partial<Record<(typeof NAMES)[number], string>> = { dateRange: 'time', kind: 'only' }
const WHENS = ['today', 'yesterday', 'this week', 'last week', 'this month', 'last month']

/** The question that the address asks. */
export function askedFor(): Query {
  const by = parameters.value
  const day = by.get('day')
  return {
    ...{ query: by.get('q') ?? '' },
    ...Object.fromEntries(NAMES.map((name) => [name, by.get(name) ?? undefined])),
    ...(day ? { dateRange: JSON.stringify({ start: day, end: day }) } : {}),
  }
}

export function isFiltered(): boolean {
  return [...NAMES, 'day', 'q'].some((name) => parameters.value.get(name))
}

/** A memory's address, with the list it stands in. */
export function memoryLink(id: number): string {
  const session = /^\/session\/(\d+)$/.exec(path.value)?.[1]
  if (session) return href(`/memory/${id}`, { session })
  const isList = /^\/($|timeline$|memory\/)/.test(path.value)
  const { kind: _, ...list } = Object.fromEntries(parameters.value)
  return href(`/memory/${id}`, isList ? list : {})
}

/** What came before and after a row, in its project. */
export function aroundLink(row: AnyIndex): string {
  const { kind, created_at_epoch: at, project_id: project } = row
  if (kind === 'observation') return href('/timeline', { around: String(row.id) })
  if (kind === 'summary') return href('/timeline', { around: `S${row.id}` })
  return href('/timeline', { around: new Date(at).toISOString(), project })
}

/** In a list one more filter; from elsewhere a search with this one alone. */
export function filteredBy(by: Parameters): string {
  return path.value === '/' || path.value === '/timeline' ? withParameters(by) : href('/', by)
}

/** `when`: the list can be narrowed to a time in words; the timeline has days instead. */
export function Filters({ when }: { when: boolean }) {
  const by = parameters.value
  const projects = useAsked<ProjectList>((signal) => get('/api/projects', {}, signal))
  const chips = NAMES.filter((name) => name === 'kind' || (name === 'dateRange' && !when)).filter((name) =>
    by.get(name),
  )
  return (
    <div class="filter-bar">
      <ProjectFilter projects={projects.answer.value?.results ?? []} />
      <Choice label="Type" name="type" none="any" choices={OBSERVATION_TYPES} />
      {when ? (
        <Choice label="When" name="dateRange" none="any time" choices={WHENS} />
      ) : (
        <label>
          Day
          <input
            type="date"
            value={by.get('day') ?? ''}
            onChange={(event) => go(withParameters({ day: event.currentTarget.value || undefined }))}
          />
        </label>
      )}
      <Choice label="Concept" name="concepts" none="any" choices={CONCEPTS} />
      <label>
        File
        <input
          type="text"
          placeholder="any"
          autocomplete="off"
          spellcheck={false}
          value={by.get('files') ?? ''}
          onChange={(event) => go(withParameters({ files: event.currentTarget.value.trim() || undefined }))}
        />
      </label>
      {[...NAMES, 'day'].some((name) => by.get(name)) ? (
        <div class="set-filters">
          {chips.map((name) => (
            <a key={name} class="chip set" href={withParameters({ [name]: undefined })} title="Take this filter away">
              {CHIPS[name] ?? name}: {by.get(name)} <span aria-hidden="true">×</span>
            </a>
          ))}
          <a href={href(path.value, { q: by.get('q') ?? undefined })}>clear filters</a>
        </div>
      ) : null}
    </div>
  )
}

function Choice(by: { label: string; name: string; none: string; choices: readonly string[] }) {
  const chosen = parameters.value.get(by.name) ?? ''
  // A link may ask for something the list does not have, such as two types or a range of dates.
  const choices = chosen === '' || by.choices.includes(chosen) ? by.choices : [...by.choices, chosen]
  return (
    <label>
      {by.label}
      <select
        value={chosen}
        onChange={(event) => go(withParameters({ [by.name]: event.currentTarget.value || undefined }))}
      >
        <option value="">{by.none}</option>
        {choices.map((one) => (
          <option key={one} selected={one === chosen}>
            {one}
          </option>
        ))}
      </select>
    </label>
  )
}

/** By name; two of one name are told apart by their folders. */
function ProjectFilter({ projects }: { projects: ProjectRow[] }) {
  const chosen = parameters.value.get('project') ?? ''
  const isListed = chosen === '' || projects.some(({ id }) => id === chosen)
  const names = projects.map(({ name }) => name)
  return (
    <label>
      Project
      <select
        value={chosen}
        onChange={(event) => go(withParameters({ project: event.currentTarget.value || undefined }))}
      >
        <option value="">all</option>
        {isListed ? null : (
          <option value={chosen} selected>
            {chosen}
          </option>
        )}
        {projects.map(({ id, name, root }) => (
          <option key={id} value={id} selected={id === chosen}>
            {names.filter((other) => other === name).length > 1 ? `${name} (${root})` : name}
          </option>
        ))}
      </select>
    </label>
  )
}
