/** Everything one can go to or do, by a few letters of its name: views, projects, recent sessions, actions. Ctrl-K opens it. */
import './styles/palette.css'
import { signal, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { Stats } from '../src/worker/protocol/overview.ts'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import type { AnyReply } from '../src/worker/protocol/search.ts'
import type { Status } from '../src/worker/protocol.ts'
import { go, href } from './address.ts'
import { get, mayChange, post } from './api.ts'
import { useAsked } from './asked.ts'
import { nextTheme } from './theme.ts'
import { ago } from './times.ts'

export const paletteOpen = signal(false)

export interface Entry {
  kind: string
  label: string
  /** Found by these words too. */
  more?: string
  /** Does the same wherever one is. */
  key?: string
  act: () => void
}

const RECENT = 12
const MOST_SHOWN = 14

export function Palette({ views }: { views: Entry[] }) {
  return paletteOpen.value ? <Box views={views} /> : null
}

function Box({ views }: { views: Entry[] }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const typed = useSignal('')
  const chosen = useSignal(0)
  const entries = useEntries(views)
  // Before the next key press, which belongs into the box.
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(() => document.querySelector('.palette [aria-selected=true]')?.scrollIntoView({ block: 'nearest' }))
  const shown = matching(entries, typed.value)
  const at = Math.min(chosen.value, shown.length - 1)
  const take = (entry: Entry | undefined) => {
    if (!entry) return
    paletteOpen.value = false
    entry.act()
  }
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      chosen.value = (at + step + shown.length) % Math.max(shown.length, 1)
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      take(shown[at])
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it; the key for that is Escape
    <dialog
      ref={dialog}
      class="palette"
      aria-label="Go to or do"
      onClose={() => (paletteOpen.value = false)}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={shown[at] ? `palette-${at}` : undefined}
        aria-label="Go to or do"
        placeholder="View, project, session or action"
        autocomplete="off"
        value={typed.value}
        onKeyDown={onKey}
        onInput={(event) => {
          typed.value = event.currentTarget.value
          chosen.value = 0
        }}
      />
      <div id="palette-list" role="listbox" aria-label="Matches">
        {shown.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the box above
          // biome-ignore lint/a11y/useFocusableInteractive: likewise
          <div
            key={`${entry.kind} ${entry.label} ${index}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => take(entry)}
          >
            <span class="label">{entry.label}</span> {entry.key ? <kbd>{entry.key}</kbd> : null}{' '}
            <span class="quiet">{entry.kind}</span>
          </div>
        ))}
      </div>
    </dialog>
  )
}

function useEntries(views: Entry[]): Entry[] {
  const stats = useAsked<Stats>((signal) => get('/api/stats', {}, signal))
  const status = useAsked<Status>((signal) => get('/api/status', {}, signal))
  const recent = useAsked<AnyReply>((signal) =>
    get('/api/search', { query: '', kind: 'summary', format: 'index', limit: RECENT }, signal),
  )
  const sessions = (recent.answer.value?.results ?? []) as AnyIndex[] // asked for as an index
  const projects = stats.answer.value?.projects ?? []
  const paused = status.answer.value?.paused ?? false
  return [
    ...views,
    { kind: 'action', label: 'Change between light and dark', more: 'theme', act: nextTheme },
    ...(mayChange.value
      ? [
          {
            kind: 'action',
            label: paused ? 'Record again' : 'Pause recording',
            more: 'resume stop capture',
            act: () => void post(paused ? '/api/resume' : '/api/pause', {}).then(() => go('/now')),
          },
          {
            kind: 'action',
            label: 'Make a backup now',
            act: () => void post('/api/backup', {}).then(() => go('/now')),
          },
        ]
      : []),
    ...projects.map(({ id, name }) => ({
      kind: 'project',
      // Two of one name are told apart by where they are.
      label: projects.filter((other) => other.name === name).length > 1 ? `${name} (${id})` : name,
      more: id,
      act: () => go(href('/', { project: id })),
    })),
    ...sessions.flatMap((row) =>
      row.kind === 'summary'
        ? [
            {
              kind: `session, ${row.project}, ${ago(row.created_at_epoch)}`,
              label: row.request || `Session S${row.id}`,
              act: () => go(`/session/${row.id}`),
            },
          ]
        : [],
    ),
  ]
}

/** Each word somewhere in it; beginnings first. What is typed can always be searched for. */
function matching(entries: Entry[], typed: string): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const text = ({ label, kind, more = '' }: Entry) => `${label} ${kind} ${more}`.toLowerCase()
  const begins = ({ label }: Entry) => (words[0] && label.toLowerCase().startsWith(words[0]) ? 0 : 1)
  const found = entries.filter((entry) => words.every((word) => text(entry).includes(word)))
  const search: Entry[] =
    words.length > 0
      ? [{ kind: 'search', label: `Search for “${typed.trim()}”`, act: () => go(href('/', { q: typed })) }]
      : []
  return [...found.toSorted((a, b) => begins(a) - begins(b)).slice(0, MOST_SHOWN), ...search]
}
