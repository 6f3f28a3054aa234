/** Notes of a workspace as they stand in its files, with where each promoted fact comes from; beside them, its dreams. */
import '../styles/notes.css'
import { useSignal } from '@preact/signals'
import type { NoteReadReply, NoteShelfReply } from '../../src/worker/protocol/notes.ts'
import type { ProjectList } from '../../src/worker/protocol/projects.ts'
import { go, href, parameters } from '../address.ts'
import { get, mayChange } from '../api.ts'
import { useAsked } from '../asked.ts'
import { Markdown, type Marked } from '../markdown.tsx'
import { Answer, OnlyLooking } from '../parts.tsx'
import { ago, bytes } from '../times.ts'
import { Dreams } from './dreams.tsx'
import { Source } from './fact-source.tsx'

/** Shown at once; a log for each day of a quarter. */
const MOST_LOGS = 90

export function NotesView() {
  /** A dream, its undo or an answer writes into the files. */
  const writes = useSignal(0)
  const asked = useAsked<NoteShelfReply>((signal) => {
    void writes.value
    return findShelf({ cwd: parameters.value.get('cwd'), project: parameters.value.get('project') }, signal)
  })
  return (
    <>
      <h1>Notes &amp; dreams</h1>
      <Answer asked={asked}>
        {(shelf) =>
          shelf.root === null ? (
            <NoNotes />
          ) : (
            <>
              <Workspaces shelf={shelf} root={shelf.root} />
              <Dreams key={shelf.root} root={shelf.root} onWritten={() => (writes.value += 1)} />
              <Shelf shelf={shelf} root={shelf.root} writes={writes.value} />
            </>
          )
        }
      </Answer>
    </>
  )
}

/** A search knows the project of a note, not its folder. */
async function findShelf(
  by: { cwd: string | null; project: string | null },
  signal: AbortSignal,
): Promise<NoteShelfReply> {
  const known = by.cwd === null && by.project !== null ? await get<ProjectList>('/api/projects', {}, signal) : undefined
  const cwd = by.cwd ?? known?.results.find(({ id }) => id === by.project)?.root
  return get('/api/notes/shelf', { cwd }, signal)
}

function NoNotes() {
  return (
    <section class="empty">
      <h2>No workspace keeps notes yet</h2>
      <p>
        Notes are Markdown files in a project’s <code>memory</code> folder: what should last in <code>MEMORY.md</code>,
        and a log for each day. Begin with one line: <code>claude-mem notes add "Staging listens on 5433"</code>
      </p>
    </section>
  )
}

function Workspaces({ shelf, root }: { shelf: NoteShelfReply; root: string }) {
  return (
    <div class="filters">
      {shelf.workspaces.length > 1 ? (
        <label>
          Workspace
          <select value={root} onChange={(event) => go(href('/notes', { cwd: event.currentTarget.value }))}>
            {shelf.workspaces.map(({ root: one, project }) => (
              <option key={one} value={one}>
                {project}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      <code>{root}</code>
    </div>
  )
}

function Shelf({ shelf, root, writes }: { shelf: NoteShelfReply; root: string; writes: number }) {
  const { files } = shelf
  const cwd = root
  const lasting = files.filter(({ day }) => day === undefined)
  const logs = files.filter(({ day }) => day !== undefined).reverse()
  const chosen = parameters.value.get('file') ?? [...lasting, ...logs][0]?.path
  const entry = ({ path, day, bytes: size, at }: (typeof files)[number]) => (
    <li key={path}>
      <a href={href('/notes', { cwd, file: path })} aria-current={path === chosen ? 'page' : undefined}>
        {day ?? path.replace(/^memory\//, '')}
      </a>{' '}
      <span class="amount" title={`written ${ago(at)}`}>
        {bytes(size)}
      </span>
    </li>
  )
  return (
    <div class="shelf">
      <nav aria-label="Notes">
        <ul>{lasting.map(entry)}</ul>
        {logs.length > 0 ? <h2>Daily logs</h2> : null}
        <ul>{logs.slice(0, MOST_LOGS).map(entry)}</ul>
        {logs.length > MOST_LOGS ? <p class="quiet">and {logs.length - MOST_LOGS} older ones</p> : null}
      </nav>
      {chosen ? <Note key={`${root} ${chosen}`} root={root} path={chosen} writes={writes} /> : null}
    </div>
  )
}

function Note({ root, path, writes }: { root: string; path: string; writes: number }) {
  const seen = useSignal(writes)
  seen.value = writes
  const asked = useAsked<NoteReadReply>((signal) => {
    void seen.value
    return mayChange.value ? get('/api/notes/file', { cwd: root, path }, signal) : undefined
  })
  if (!mayChange.value) return <OnlyLooking to="read files" />
  return (
    <article class="note" aria-label={path}>
      <Answer asked={asked}>
        {(note) => (
          <>
            <p class="quiet">
              <code>{note.path}</code>
            </p>
            <Markdown text={note.text} mark={promoted} />
            {note.left ? <p class="quiet">{note.left}</p> : null}
          </>
        )}
      </Answer>
    </article>
  )
}

/** A line that dreaming wrote ends with where it comes from; its comment is for programs. */
const PROMOTED = /\s*\*\(from ([^,]+), ([^)]*)\)\*/
const COMMENT = /\s*<!-- claude-mem:dream .*? -->/g

function promoted(line: string): Marked | undefined {
  const text = line.replace(COMMENT, '')
  const found = PROMOTED.exec(text)
  if (!found) return text === line ? undefined : { text, beside: null }
  const [all, from = '', figures = ''] = found
  return {
    text: text.replace(all, ''),
    beside: (
      <span class="source">
        from <Source from={from} />, {figures}
      </span>
    ),
  }
}
