/**
 * Which project a session's work belongs to. The store wins over the disk: a session stays with the project it began
 * in, and a deleted folder keeps its project. Once the session moves to another repository, its work belongs there.
 */
import type { Project } from '../memory/session.ts'
import type { Database } from '../store/database.ts'
import { findProjectByRoot, findProjects, findSession, hasAliases, knownAs } from '../store/sessions.ts'
import { movedTo } from '../workspace/moved.ts'
import { resolveProject } from '../workspace/project.ts'

/** What is known about where a session runs. */
export interface SessionPlace {
  sessionId: string
  /** Follows every `cd`. */
  cwd: string
  /** Where it was started. */
  projectDir: string | undefined
}

export interface Stand {
  /** The one it began in. */
  home: Project
  /** Another repository, if it is in one now. */
  moved: Project | undefined
  /** Whichever of the two it works in. */
  project: Project
  /** Identifies the checkout of the project. */
  folder: string
  /** An exclusion pattern that matches any of these excludes the session: both projects and the folder itself. */
  paths: string[]
}

/** A deleted folder keeps its project. Under the id and name it has here, if it was merged or renamed. */
export function projectOfFolder(db: Database, folder: string): Project {
  return knownAs(db, onDisk(db, folder))
}

function onDisk(db: Database, folder: string): Project {
  return findProjectByRoot(db, folder) ?? resolveProject(folder)
}

/** For reading: projects under the id and name they have here, in the folder the session is in. */
export function standOf(db: Database, session: SessionPlace): Stand {
  const stand = makeStands(db)(session)
  const home = homeHere(db, stand.home, session)
  const there = stand.moved && knownAs(db, stand.moved)
  const moved = there && there.id !== home.id ? there : undefined
  return { ...stand, home, moved, project: there ?? home }
}

/** A folder of a merged project has its files there, not at the root of the one it was merged into. */
function homeHere(db: Database, home: Project, { projectDir, cwd }: SessionPlace): Project {
  if (!hasAliases(db, home.id)) return knownAs(db, home)
  const here = projectOfFolder(db, projectDir ?? cwd)
  return here.id === home.id ? here : home
}

/** 500: more sessions than a day has; callers that ask for every event need no lookup each time. */
const MAX_REMEMBERED = 500

/** For storing events, which asks for each: remembers answers that cannot change. Projects are as on the disk. */
export function makeStands(db: Database): (session: SessionPlace) => Stand {
  const homes = new Map<string, Project>()
  const places = new Map<string, Project>()

  function homeOf({ sessionId, projectDir, cwd }: SessionPlace): Project {
    const known = homes.get(sessionId)
    if (known) return known
    const row = findSession(db, sessionId)
    const found = (row && findProjects(db, row.project)[0]) ?? onDisk(db, projectDir ?? cwd)
    remember(homes, sessionId, found)
    return found
  }

  /** "Not moved" is not remembered: a folder may become a repository later. */
  function movedOf(home: Project, { sessionId, cwd }: SessionPlace): Project | undefined {
    const key = `${sessionId} ${cwd}`
    const known = places.get(key)
    if (known) return known
    const found = movedTo(home, cwd)
    if (found) remember(places, key, found)
    return found
  }

  return (session) => {
    const home = homeOf(session)
    const moved = movedOf(home, session)
    const project = moved ?? home
    const folder = moved ? session.cwd : (session.projectDir ?? session.cwd)
    return { home, moved, project, folder, paths: [home.root, project.root, session.cwd] }
  }
}

function remember(known: Map<string, Project>, key: string, project: Project): void {
  if (known.size > MAX_REMEMBERED) known.clear()
  known.set(key, project)
}
