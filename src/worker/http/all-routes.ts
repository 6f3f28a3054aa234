/** Every route with its handler. Loaded after the first answer: the table's schemas take 60 ms to build. */
import { addArchiveRoutes } from './routes/archive.ts'
import { addChangeRoutes } from './routes/changes.ts'
import { addCodeRoutes } from './routes/code.ts'
import { addHelpRoutes } from './routes/help.ts'
import { addNoteRoutes } from './routes/notes.ts'
import { addObservationRoutes } from './routes/observations.ts'
import { addOverviewRoutes } from './routes/overview.ts'
import type { HttpParts } from './routes/parts.ts'
import { addProjectRoutes } from './routes/projects.ts'
import { addRecentContextRoute } from './routes/recent-context.ts'
import { addReviewRoutes } from './routes/review.ts'
import { makeRouter, type Router } from './routes/route.ts'
import { addSearchRoutes } from './routes/search.ts'
import { addSessionRoutes } from './routes/sessions.ts'
import { addSettingRoutes } from './routes/settings.ts'
import { addTimelineRoutes } from './routes/timeline.ts'
import { addTurnRoutes } from './routes/turns.ts'
import { addUserChangeRoutes } from './routes/user-changes.ts'

export function makeRoutes(parts: HttpParts): Router {
  const router = makeRouter()
  addOverviewRoutes(router, parts)
  addSearchRoutes(router, parts)
  addTimelineRoutes(router, parts)
  addRecentContextRoute(router, parts)
  addObservationRoutes(router, parts)
  addTurnRoutes(router, parts)
  addSessionRoutes(router, parts)
  addNoteRoutes(router, parts)
  addCodeRoutes(router, parts)
  addChangeRoutes(router, parts)
  addArchiveRoutes(router, parts)
  addUserChangeRoutes(router, parts)
  addSettingRoutes(router, parts)
  addProjectRoutes(router, parts)
  addReviewRoutes(router, parts)
  addHelpRoutes(router)
  return router
}
