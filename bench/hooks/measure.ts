/** Runs measure.sh over a list of commands and reads its figures: medians of wall time, means of CPU time. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quantile } from '../figures.ts'
import type { Place } from './stage.ts'

export interface Command {
  name: string
  data: string
  how: 'warm' | 'cold'
  input: string
  command: string
  /** Its output must contain this every time; without it, there must be no output. */
  says?: string
}

export interface Figure {
  runs: number
  wallMs: number
  p90Ms: number
  cpuMs: number
  /** Runs whose output was not what it must be. */
  wrong: number
}

export async function measure(
  place: Place,
  by: { commands: Command[]; rounds: number; label: string; whileFile?: string },
): Promise<Record<string, Figure>> {
  const at = (name: string) => join(place.root, `${by.label}.${name}`)
  const results = at('results')
  const lines = by.commands.map((one) =>
    [one.name, one.data, one.how, one.input, one.says ?? '-', one.command].join('\t'),
  )
  writeFileSync(at('commands'), `${lines.join('\n')}\n`)
  writeFileSync(results, '')
  const script = join(import.meta.dirname, 'measure.sh')
  const args = [script, String(by.rounds), at('commands'), results, ...(by.whileFile ? [by.whileFile] : [])]
  await new Promise<void>((resolve, reject) => {
    // A clean environment with only what a hook needs to find its folder.
    const env = { PATH: process.env.PATH, HOME: place.root, CLAUDE_MEM_DATA_DIR: place.data.root }
    const child = spawn('bash', args, { env, cwd: place.project, stdio: ['ignore', 'ignore', 'inherit'] })
    child.on('error', reject)
    child.on('close', () => resolve())
  })
  const rows = readFileSync(results, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  const figures: Record<string, Figure> = {}
  for (const command of by.commands) {
    const own = rows.filter(([name]) => name === command.name)
    const walls = own.map(([, wall]) => Number(wall) / 1000)
    const cpu = own.reduce((sum, [, , ms]) => sum + Number(ms), 0) / Math.max(1, own.length)
    const wrong = own.filter(([, , , verdict]) => verdict !== 'right').length
    figures[command.name] = {
      runs: own.length,
      wallMs: quantile(walls, 0.5),
      p90Ms: quantile(walls, 0.9),
      cpuMs: cpu,
      wrong,
    }
  }
  return figures
}
