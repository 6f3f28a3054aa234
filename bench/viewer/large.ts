/** A memory of 100,000 observations, a year and more of hours, for the browser to read. */
import { join } from 'node:path'
import { openForWriting } from '../../src/store/database.ts'
import { migrate } from '../../src/store/migrations.ts'
import { putProject } from '../../src/store/sessions.ts'
import type { Place } from '../../test/support/place.ts'
import { putMemory } from '../../test/support/put-memory.ts'

export const ROWS = 100_000
const HOUR_MS = 3_600_000
const THINGS = ['invoice', 'cookie', 'queue', 'parser', 'cache', 'schema', 'proxy', 'ledger', 'token', 'upload']
const TROUBLES = ['was lost', 'came twice', 'timed out', 'grew without end', 'is sorted now', 'moved to its own file']

export function fillLarge(place: Place, rows = ROWS): void {
  const db = openForWriting(join(place.data.root, 'db.sqlite'))
  migrate(db)
  const now = Date.now()
  putProject(db, { id: place.project, name: 'shop', root: place.project }, now)
  db.transaction(() => {
    for (let n = 0; n < rows; n++) {
      const title = `The ${THINGS[n % 10]} of part ${n % 997} ${TROUBLES[n % 6]} in step ${n}`
      putMemory(db, place.project, {
        title,
        narrative: `It concerned ${THINGS[(n * 7) % 10]} ${n}.`,
        at: now - n * HOUR_MS,
      })
    }
  })
  db.close()
}
