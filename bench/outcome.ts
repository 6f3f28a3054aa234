/**
 * How every bench ends: it reports for each required figure whether it was met, a whole run is saved in bench/results,
 * and with --check a missed figure is exit code 1. A partial run prints the same and saves nothing.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import { renderTable, round } from './figures.ts'

/** The option every bench takes, for `parseArgs`. */
export const CHECK = { check: { type: 'boolean', default: false } } as const

const RESULTS = join(import.meta.dirname, 'results')

/** What is required, and what was measured. */
export interface Need {
  name: string
  value: number
  most?: number
  least?: number
  met: boolean
}

export function atMost(name: string, value: number, most: number): Need {
  return { name, value, most, met: value <= most }
}

export function atLeast(name: string, value: number, least: number): Need {
  return { name, value, least, met: value >= least }
}

export function conclude(
  name: string,
  by: { report: object; required: Need[]; whole: boolean; check: boolean; folder?: string },
): void {
  const { report, required, whole, check } = by
  console.log(`\n${renderNeeds(required)}\n`)
  if (whole) keepResult(name, { report: { ...report, required }, folder: by.folder })
  else console.log(`A run of a part: bench/results/${name}.json stays as it is.`)
  if (check && required.some((one) => !one.met)) process.exitCode = 1
}

/** With the day and the machine in front. */
export function keepResult(name: string, by: { report: object; folder?: string | undefined }): void {
  const folder = by.folder ?? RESULTS
  mkdirSync(folder, { recursive: true })
  const result = { ...factsOfRun(), ...by.report }
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(result, undefined, 2)}\n`)
}

export function renderNeeds(needs: Need[]): string {
  const rows = needs.map((one) => [
    one.name,
    String(round(one.value, 3)),
    one.most === undefined ? `at least ${one.least}` : `at most ${one.most}`,
    one.met ? 'met' : '**missed**',
  ])
  return renderTable(['required', 'measured', 'limit', ''], rows)
}

export interface RunFacts {
  date: string
  node: string
  machine: { cpu: string; cores: number; memoryGb: number; platform: string; load: number }
}

/** Called at the end, so that the load is that of the run. */
export function factsOfRun(): RunFacts {
  const all = cpus()
  return {
    date: new Date().toISOString(),
    node: process.version,
    machine: {
      cpu: all[0]?.model ?? '',
      cores: all.length,
      memoryGb: Math.round(totalmem() / 1024 ** 3),
      platform: `${platform()}-${arch()}`,
      load: round(loadavg()[0] ?? 0, 1),
    },
  }
}
