/**
 * The real Claude Code client with our plugin, against a scripted model: `npm run test:client [-- part-of-a-name …]`.
 * One check after another, because each one watches processes and times of its own; a failed one keeps its folders.
 */
import { getClientBinary } from './client-binary.ts'
import { type Check, Stage } from './stage.ts'

/** In this order; the last one judges what all the others saw. */
const CHECKS = [
  'edit-is-remembered',
  'context-from-warm-worker',
  'context-from-cold-worker',
  'killed-in-mid-session',
  'stranger-in-the-port-file',
  'stranger-on-our-port',
  'dead-proxy',
  'resume-and-fork',
  'compaction',
  'privacy',
  'terminal',
  'every-kind-of-hook',
  'failure-memory',
  'word-before-the-act',
  'mcp-tools',
  'notes',
  'prompt-recall',
  'open-ends-and-rules',
  'read-gate',
  'install',
  'first-ten-minutes',
  'claude-provider',
  'last-question',
  'hooks-are-quiet',
]

/** Run when named: a minute of one client after the other, and its figures want a quiet machine (npm run test:hygiene). */
const ON_DEMAND = ['observer-hygiene']

const wanted = process.argv.slice(2)
const names =
  wanted.length === 0 ? CHECKS : [...CHECKS, ...ON_DEMAND].filter((name) => wanted.some((part) => name.includes(part)))
const say = (line: string) => console.log(line)
const stage = new Stage(getClientBinary({ named: process.env.CLAUDE_MEM_TEST_CLIENT, say }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await stage.closePlaces({ keep: false })
    stage.close()
    process.exit(1)
  })
}

let failed = 0
for (const name of names) {
  const file = new URL(`./checks/${name}.ts`, import.meta.url)
  const { default: check } = (await import(file.href)) as { default: Check } // every file in checks/ has this shape
  const startedAt = performance.now()
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
  try {
    await check.run(stage)
    await stage.closePlaces({ keep: false })
    say(`ok    ${seconds().padStart(6)}  ${check.title}`)
  } catch (error) {
    failed += 1
    const kept = await stage.closePlaces({ keep: true })
    say(`FAIL  ${seconds().padStart(6)}  ${check.title}`)
    say(`      ${error instanceof Error ? (error.stack ?? error.message) : error}`)
    for (const folder of kept) say(`      kept: ${folder}`)
  }
}
stage.close()
say(`${names.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
