/** What a list is narrowed to. It lives in the address, and goes along to a memory, so that its next and previous obey it. */
import './styles/filters.css'
import { CONCEPTS, OBSERVATION_TYPES } from '../src/memory/observation.ts'
import type { ProjectList, ProjectRow } from '../src/worker/protocol/projects.ts'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import { go, href, type Parameters, parameters, path, withParameters } from './address.ts'
import { ApiError, get, type Query } from './api.ts'
import { useAsked } from './asked.ts'

/** Asked by the name they have in the address. */
const PLAIN = ['project', 'type', 'concepts', 'files', 'dateRange', 'kind'] as const
const NAMES = [...PLAIN, 'session', 'from', 'to'] as const
const WHENS = ['today', 'yesterday', 'this week', 'last week', 'this month', 'last month']

/** The question that the address asks. */
export function askedFor(): Query {
  const by = parameters.value
  const given = (name: string) => by.get(name) || undefined
  const session = given('session')
  return {
    ...{ query: by.get('q') ?? '' },
    ...Object.fromEntries(PLAIN.map((name) => [name, given(name)])),
    ...{ session: session && sessionName(session) },
    ...{ 'dateRange[start]': given('from'), 'dateRange[end]': given('to') },
    orderBy: given('order') === 'oldest' ? 'date_asc' : undefined,
  }
}

/** `S12` for the number of one; else the id it was given by its host. */
const sessionName = (session: string) => (/^\d+$/.test(session) ? `S${session}` : session)

/** Said here and not by the worker, so that the page can say it before anything is asked. */
export function wrongDates(): ApiError | undefined {
  const [from = '', to = ''] = ['from', 'to'].map((name) => parameters.value.get(name) ?? '')
  if (!isDay(from) || !isDay(to) || from <= to) return undefined
  return new ApiError({
    code: 'bad_input',
    message: 'The first day is after the last.',
    hint: 'Choose an earlier day for From, or a later one for To.',
  })
}

/** Other words of an address are the worker's to refuse. */
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

export function isFiltered(): boolean {
  return [...NAMES, 'q'].some((name) => parameters.value.get(name))
}

/** A memory's address, with the list it stands in. */
export function memoryLink(id: number): string {
  const session = /^\/session\/(\d+)$/.exec(path.value)?.[1]
  if (session) return href(`/memory/${id}`, { session, order: 'oldest' })
  const isInList = isList() || path.value.startsWith('/memory/')
  const { kind: _, ...list } = Object.fromEntries(parameters.value)
  return href(`/memory/${id}`, isInList ? list : {})
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
  return isList() ? withParameters({ around: undefined, ...by }) : href('/', by)
}

/** In a list one more filter; from elsewhere that day of the timeline. */
export function dayLink(day: string): string {
  const by = { from: day, to: day, dateRange: undefined }
  return isList() ? filteredBy(by) : href('/timeline', by)
}

const isList = () => path.value === '/' || path.value === '/timeline'

/** `when`: the list can also be narrowed to a time in words. */
export function Filters({ when }: { when: boolean }) {
  const by = parameters.value
  const projects = useAsked<ProjectList>((signal) => get('/api/projects', {}, signal))
  const session = by.get('session')
  return (
    <div class="filter-bar">
      <ProjectFilter projects={projects.answer.value?.results ?? []} />
      <Choice label="Type" name="type" none="any" choices={OBSERVATION_TYPES} />
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
      {when ? <Choice label="When" name="dateRange" none="any time" choices={WHENS} not={['from', 'to']} /> : null}
      <DayField label="From" name="from" />
      <DayField label="To" name="to" />
      {NAMES.some((name) => by.get(name)) ? (
        <div class="set-filters">
          {session ? (
            <>
              <SetFilter name="session" label="session" value={sessionName(session)} />
              <OpenSession session={session} />
            </>
          ) : null}
          {when ? null : <SetFilter name="dateRange" label="time" value={by.get('dateRange')} />}
          <SetFilter name="kind" label="only" value={by.get('kind')} />
          <a href={href(path.value, { q: by.get('q') ?? undefined })}>clear filters</a>
        </div>
      ) : null}
    </div>
  )
}

/** A filter that a link can set and the bar has no field for. */
function SetFilter({ name, label, value }: { name: string; label: string; value: string | null }) {
  return value ? (
    <a class="chip set" href={withParameters({ [name]: undefined })} title="Take this filter away">
      {label}: {value} <span aria-hidden="true">×</span>
    </a>
  ) : null
}

/** The page of a session; of one that is named by its host's id there is none to link to. */
export function OpenSession({ session }: { session: string }) {
  return /^\d+$/.test(session) ? (
    <a
      class="row-link"
      href={`/session/${session}`}
      aria-label={`open session S${session}`}
      title="All that was asked, done, said and remembered in it"
    >
      open session
    </a>
  ) : null
}

/** A year is complete with its fourth digit: until then nothing is asked. */
function DayField({ label, name }: { label: string; name: 'from' | 'to' }) {
  return (
    <label>
      {label}
      <input
        type="date"
        min="1970-01-01"
        max="9999-12-31"
        aria-invalid={wrongDates() !== undefined}
        value={parameters.value.get(name) ?? ''}
        onChange={({ currentTarget: { value, validity } }) => {
          if (validity.valid) go(withParameters({ [name]: value || undefined, dateRange: undefined }))
        }}
      />
    </label>
  )
}

/** `not`: filters that this one takes the place of. */
function Choice(by: { label: string; name: string; none: string; choices: readonly string[]; not?: string[] }) {
  const chosen = parameters.value.get(by.name) ?? ''
  // A link may ask for something the list does not have, such as two types or a range of dates.
  const choices = chosen === '' || by.choices.includes(chosen) ? by.choices : [...by.choices, chosen]
  return (
    <label>
      {by.label}
      <select
        value={chosen}
        onChange={(event) =>
          go(
            withParameters({
              ...Object.fromEntries((by.not ?? []).map((name) => [name, undefined])),
              [by.name]: event.currentTarget.value || undefined,
            }),
          )
        }
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
