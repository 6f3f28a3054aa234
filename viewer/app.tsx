/** The frame around every view: where one can go, what is wrong if anything is, and the keys that work everywhere. */
import './styles/frame.css'
import type { ComponentType } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { go, path } from './address.ts'
import { type Entry, Palette, paletteOpen } from './palette.tsx'
import { isTyping } from './parts.tsx'
import { inbox, useReviewBadge } from './review-badge.ts'
import { nextTheme, type Theme, theme } from './theme.ts'
import { shortCount } from './times.ts'
import { InsightsView } from './views/insights.tsx'
import { MemoryView } from './views/memory.tsx'
import { NotesView } from './views/notes.tsx'
import { NowView } from './views/now.tsx'
import { ReviewView } from './views/review.tsx'
import { SearchView } from './views/search.tsx'
import { SessionView } from './views/session.tsx'
import { SettingsView } from './views/settings.tsx'
import { TimelineView } from './views/timeline.tsx'

const THEME_MARKS: Record<Theme, string> = { system: '◐', light: '○', dark: '●' }

interface Place {
  label: string
  to: string
  /** Pressed alone, outside a field. */
  key: string
}

const PLACES: Place[] = [
  { label: 'Search', to: '/', key: 's' },
  { label: 'Timeline', to: '/timeline', key: 't' },
  { label: 'Review', to: '/review', key: 'r' },
  { label: 'Notes', to: '/notes', key: 'o' },
  { label: 'Insights', to: '/insights', key: 'i' },
  { label: 'Now', to: '/now', key: 'n' },
  { label: 'Settings', to: '/settings', key: ',' },
]

const GO_TO: Entry[] = PLACES.map(({ label, to, key }) => ({ kind: 'view', label, key, act: () => go(to) }))

const VIEWS: [pattern: RegExp, view: ComponentType<{ id: string }>][] = [
  [/^\/$/, SearchView],
  [/^\/timeline$/, TimelineView],
  [/^\/now$/, NowView],
  [/^\/notes$/, NotesView],
  [/^\/review$/, ReviewView],
  [/^\/insights$/, InsightsView],
  [/^\/settings$/, SettingsView],
  [/^\/memory\/(\d+)$/, MemoryView],
  [/^\/session\/(\d+)$/, SessionView],
]

export function App() {
  useLayoutEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  useReviewBadge()
  const found = VIEWS.map(([pattern, view]) => ({ match: pattern.exec(path.value), view })).find(({ match }) => match)
  const View = found?.view
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header>
        <a class="name" href="/">
          claude-mem
        </a>
        <nav aria-label="Views">
          {shownPlaces().map(({ label, to, key }) => (
            <a key={to} href={to} aria-current={path.value === to ? 'page' : undefined} title={`${label} (${key})`}>
              {label}
              {to === '/review' ? <Badge /> : null}
            </a>
          ))}
        </nav>
        <button type="button" class="quiet" onClick={() => (paletteOpen.value = true)} title="Go to or do (Ctrl K)">
          <kbd class="by-key">Ctrl K</kbd>
          <span class="by-touch">Go to …</span>
        </button>
        <button type="button" class="quiet" onClick={nextTheme} title="Light, dark, or as the system says">
          <span aria-hidden="true">{THEME_MARKS[theme.value]}</span> <span class="unseen">Theme: {theme.value}</span>
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {View ? <View key={path.value} id={found?.match?.[1] ?? ''} /> : <Nowhere />}
      </main>
      <Palette views={GO_TO} />
    </>
  )
}

/** The inbox has a place of its own once it is switched on; until then the palette and its setting lead there. */
function shownPlaces(): Place[] {
  return PLACES.filter(({ to }) => to !== '/review' || inbox.value.on || path.value === to)
}

function Badge() {
  const { waiting } = inbox.value
  return waiting === 0 ? null : (
    <>
      {' '}
      <span class="badge">{shortCount(waiting)}</span>
      <span class="unseen"> to look at</span>
    </>
  )
}

function Nowhere() {
  return (
    <section class="empty">
      <h1>There is nothing at this address</h1>
      <p>
        It may have been forgotten. <a href="/">Search</a> finds what is there.
      </p>
    </section>
  )
}

const searchBox = () => document.querySelector<HTMLElement>('main input[type="search"]')

function onKey(event: KeyboardEvent): void {
  if ((event.ctrlKey || event.metaKey) && event.key === 'k') {
    event.preventDefault()
    paletteOpen.value = !paletteOpen.value
    return
  }
  if (paletteOpen.value || isTyping(event)) return
  if (event.key === '/') {
    event.preventDefault()
    // A view may have a box of its own. It gets the focus at once: the next letter may follow before a frame is drawn.
    searchBox()?.focus()
    if (searchBox()) return
    go('/')
    requestAnimationFrame(() => searchBox()?.focus())
    return
  }
  const place = PLACES.find(({ key }) => key === event.key)
  if (place) go(place.to)
}
