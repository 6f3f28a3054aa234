/**
 * Which command this was, regardless of how it was typed: `cd app && npx vitest run src/a.test.ts 2>&1 | tail -20` and
 * `npx vitest run src` are runs of the same program, the second over more files.
 */
import { isRoutineProgram } from '../memory/routine-command.ts'
import { pipelines, shellWords } from '../memory/shell-command.ts'

export interface CommandShape {
  /** Program and subcommand, without runners and flags: `pytest`, `npm run check`, `cargo test`. */
  program: string
  /** What it ran on: files, folders, test ids. Empty means everything. */
  targets: string[]
  /** Short enough to quote: at most 70 characters, a plain limit. */
  display: string
}

// 4,000 characters and 20 commands: more is a script
const MAX_CHARACTERS = 4000
const MAX_COMMANDS = 20

/** The first command of each pipeline: the others only format its output. */
export function readShapes(command: string): CommandShape[] {
  return pipelines(command.slice(0, MAX_CHARACTERS).replace(/\\\n/g, ' '))
    .map(([first = '']) => first)
    .filter((first) => !first.startsWith('#'))
    .slice(0, MAX_COMMANDS)
    .map(readShape)
    .filter((shape): shape is CommandShape => shape !== undefined)
}

/** Looking around, changing folders, printing: neither success nor failure is news. */
export function isRoutine(command: string): boolean {
  return readShapes(command).length === 0
}

/** A pass of `later` proves that a failure of `earlier` is gone: the same program over the same or more targets. */
export function covers(later: CommandShape, earlier: CommandShape): boolean {
  if (later.program !== earlier.program) return false
  if (later.targets.length === 0 || earlier.targets.length === 0)
    return isCheck(later.program) || later.targets.length === earlier.targets.length
  return earlier.targets.some((target) =>
    later.targets.some((wider) => contains(wider, target) || contains(target, wider)),
  )
}

// 500 characters: commands equal up to here count as equal
const MAX_COMMAND = 500

/** The command as typed, without line breaks, output limiters and stream redirections. */
export function normalCommand(command: string): string {
  let rest = command
    .replace(/\\\n/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?2>&1/g, '')
    .trim()
  // From the end, one by one: a single pattern would try every way of splitting the spaces between them.
  for (;;) {
    const at = rest.lastIndexOf('|')
    if (at < 0 || !/^ ?(?:tail|head|cat|less)\b[^;&]*$/.test(rest.slice(at + 1))) break
    rest = rest.slice(0, at).trimEnd()
  }
  return rest.slice(0, MAX_COMMAND)
}

/** Tests, builds, linters: programs run to check the work. */
export function isCheck(program: string): boolean {
  return (
    isTest(program) || /\b(check|tsc|tsgo|build|lint|clippy|typecheck|types|ruff|mypy|eslint|biome)\b/.test(program)
  )
}

export function isTest(program: string): boolean {
  return /\b(pytest|unittest|test|tests|vitest|jest|mocha|rspec|phpunit|spec)\b/.test(program)
}

// A leading word that runs the rest.
const RUNNERS =
  /^(?:sudo|time|nohup|exec|command|env|npx|bunx|uvx|poetry run|uv run|pipenv run|bundle exec|pnpm exec|yarn exec|pnpm dlx|timeout(?: -\w \w+)? [\d.]+[smh]?|xvfb-run|dotenv|cross-env)\s+/
const WITH_SUBCOMMAND = new Set(
  'npm pnpm yarn bun cargo go docker make gradle gradlew mvn dotnet rails rake django-admin manage.py terraform kubectl helm pip uv poetry composer php deno just task nx turbo swift flutter mix'.split(
    ' ',
  ),
)

function readShape(segment: string): CommandShape | undefined {
  let rest = segment
    .replace(/\s*\d?>&?\s*\S+/g, ' ')
    .replace(/\s*<\s*\S+/g, ' ')
    .trim()
  for (let i = 0; i < 4; i++) rest = rest.replace(/^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+/, '').replace(RUNNERS, '')
  rest = rest
    .replace(/^(?:python[\d.]*|py)\s+-m\s+/, '')
    .replace(/\s+/g, ' ')
    .trim()
  const words = shellWords(rest)
  const name = (words[0] ?? '').replace(/^.*\//, '').replace(/^(python|node|ruby|pip)[\d.]+$/, '$1')
  if (
    name === '' ||
    isRoutineProgram(name) ||
    /^[^\w.@-]/.test(name) ||
    /^(if|for|while|do|done|then|fi|else|case|esac|function)$/.test(name)
  ) {
    return undefined
  }
  const plain = words.slice(1).filter((word) => !word.startsWith('-'))
  let program = name
  let targets = plain
  if (WITH_SUBCOMMAND.has(name)) {
    const depth = /^(run|exec|run-script)$/.test(plain[0] ?? '') ? 2 : 1
    program = [name, ...plain.slice(0, depth)].join(' ')
    targets = plain.slice(depth)
  } else if (name === 'vitest' || name === 'tsc') {
    targets = plain.filter((word) => word !== 'run')
  }
  const inline = /^(python|node|ruby|perl|deno)$/.test(name) && words.some((word) => word === '-c' || word === '-e')
  if (inline) targets = [rest.slice(0, 120)]
  return {
    program,
    targets: targets.map((target) => target.replace(/^["']|["']$/g, '').replace(/^\.\//, '')),
    display: rest.length > 70 ? `${rest.slice(0, 67)}…` : rest,
  }
}

function contains(wide: string, narrow: string): boolean {
  return (
    narrow === wide ||
    narrow.startsWith(`${wide.replace(/\/$/, '')}/`) ||
    narrow.startsWith(`${wide}::`) ||
    narrow.endsWith(`/${wide}`)
  )
}
