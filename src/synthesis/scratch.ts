/** Files made only to see something: their edits support the work and are never its subject. */
import { type ChangeStep, fileOf, type Story } from './steps.ts'

const SCRATCH_NAME =
  /^(?:.*[_-])?(?:repro\w*|replicat\w*|bug|tmp\w*|temp|scratch\w*|debug\w*|simulate\w*|try_?\w*|demonstrat\w*|minimal\w*)(?:[_-].*)?\.\w+$/i

/** Made in this turn only to see something: outside the project, removed again, or named and run for it at the root. */
export function findScratch(story: Story): Set<string> {
  const created = new Set<string>()
  const scratch = new Set<string>()
  for (const { call } of story.steps) {
    if (call.kind === 'edit' && call.created) {
      created.add(call.file)
      const name = call.file.slice(call.file.lastIndexOf('/') + 1)
      if (/^\/(?:private\/)?(?:tmp|var)\//.test(call.file) || (SCRATCH_NAME.test(name) && !call.file.includes('/')))
        scratch.add(call.file)
    }
    if (call.kind !== 'command') continue
    for (const removed of call.command.matchAll(/\brm\s+(?:-\w+\s+)*([\w./-]+)/g)) {
      const file = (removed[1] ?? '').replace(/^\.\//, '')
      if (created.has(file)) scratch.add(file)
    }
  }
  return scratch
}

export function isScratchChange(change: ChangeStep, scratch: ReadonlySet<string>): boolean {
  return scratch.has(fileOf(change))
}
