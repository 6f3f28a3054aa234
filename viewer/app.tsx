/** The frame around every view: where one can go, what is wrong if anything is, and the keys that work everywhere. */
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { go, path } from './address.ts'
import { nextTheme, type Theme, theme } from './theme.ts'
import { MemoryView } from './views/memory.tsx'
import { NowView } from './views/now.tsx'
import { SearchView } from './views/search.tsx'
import { SessionView } from './views/session.tsx'
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
  { label: 'Now', to: '/now', key: 'n' },
]

const VIEWS: [pattern: RegExp, view: ComponentType<{ id: string }>][] = [
  [/^\/$/, SearchView],
  [/^\/timeline$/, TimelineView],
  [/^\/now$/, NowView],
  [/^\/memory\/(\d+)$/, MemoryView],
  [/^\/session\/(\d+)$/, SessionView],
]

export function App() {
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
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
          {PLACES.map(({ label, to, key }) => (
            <a key={to} href={to} aria-current={path.value === to ? 'page' : undefined} title={`${label} (${key})`}>
              {label}
            </a>
          ))}
        </nav>
        <button type="button" class="quiet" onClick={nextTheme} title="Light, dark, or as the system says">
          <span aria-hidden="true">{THEME_MARKS[theme.value]}</span> <span class="wide-only">Theme: {theme.value}</span>
        </button>
      </header>
      <main id="main" tabIndex={-1}>
        {View ? <View key={path.value} id={found?.match?.[1] ?? ''} /> : <Nowhere />}
      </main>
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

function onKey(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey || event.altKey) return
  const target = event.target
  const typing = target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
  if (typing) return
  if (event.key === '/') {
    event.preventDefault()
    if (path.value !== '/') go('/')
    requestAnimationFrame(() => document.getElementById('question')?.focus())
    return
  }
  const place = PLACES.find(({ key }) => key === event.key)
  if (place) go(place.to)
}
