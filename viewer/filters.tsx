/** What a list is narrowed to. It lives in the address, and goes along to a memory, so that its next and previous obey it. */
import { OBSERVATION_TYPES } from '../src/memory/observation.ts'
import { go, href, type Parameters, parameters, path, withParameters } from './address.ts'
import type { Query } from './api.ts'

const NAMES = ['project', 'type', 'concepts', 'files', 'dateRange', 'kind'] as const
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
  const isList = /^\/($|timeline$|memory\/)/.test(path.value)
  const { kind: _, ...list } = Object.fromEntries(parameters.value)
  return href(`/memory/${id}`, isList ? list : {})
}

/** In a list one more filter; from elsewhere a search with this one alone. */
export function filteredBy(by: Parameters): string {
  return path.value === '/' || path.value === '/timeline' ? withParameters(by) : href('/', by)
}

/** `when`: the list can be narrowed to a time in words; the timeline has days instead. */
export function Filters({ when }: { when: boolean }) {
  const by = parameters.value
  const chips = NAMES.filter((name) => name !== 'type' && !(when && name === 'dateRange') && by.get(name))
  return (
    <div class="filters">
      <label>
        Type
        <select
          value={by.get('type') ?? ''}
          onChange={(event) => go(withParameters({ type: event.currentTarget.value || undefined }))}
        >
          <option value="">any</option>
          {OBSERVATION_TYPES.map((type) => (
            <option key={type}>{type}</option>
          ))}
        </select>
      </label>
      {when ? (
        <label>
          When
          <select
            value={by.get('dateRange') ?? ''}
            onChange={(event) => go(withParameters({ dateRange: event.currentTarget.value || undefined }))}
          >
            <option value="">any time</option>
            {WHENS.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
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
      {by.get('day') ? <a href={withParameters({ day: undefined })}>all days</a> : null}
      {chips.map((name) => (
        <a
          key={name}
          class="chip set"
          href={withParameters({ [name]: undefined })}
          title={`No longer only this ${name}`}
        >
          {name}: {by.get(name)} <span aria-hidden="true">×</span>
        </a>
      ))}
    </div>
  )
}
