/** The completion scripts, asked in the shells they are for. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from './support/place.ts'

const has = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0
const title = (shell: string) => (has(shell) ? `in ${shell}` : `in ${shell}, which is not installed here`)
const folder = mkdtempSync(join(tmpdir(), 'claude-mem-completion-'))
const script = (shell: string) => join(folder, `completion.${shell}`)

beforeAll(() => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const main = join(PROJECT_ROOT, 'dist/main.mjs')
    writeFileSync(script(shell), execFileSync(process.execPath, [main, 'completion', shell]))
  }
  writeFileSync(join(folder, 'main.ts'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What is offered for the last word of a line. */
type Offer = (line: string) => string[]

const inBash: Offer = (line) => {
  const code = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _claude_mem; printf '%s\\n' "\${COMPREPLY[@]}"`
  return lines(run('bash', ['--norc', '-c', code, 'bash', script('bash'), ...line.split(' ')]))
}

const inFish: Offer = (line) => {
  const code = `source $argv[1]; complete -C $argv[2]`
  const offered = lines(run('fish', ['--no-config', '-c', code, script('fish'), line]))
  return offered.map((one) => one.split('\t')[0] ?? '')
}

/** A real line editor in a terminal of its own: Tab is pressed, and what it made of the line is printed. */
const inZsh: Offer = (line) => {
  const setUp = `autoload -Uz compinit; compinit -u -D; source ${script('zsh')}
look() { zle complete-word; print -r -- "$BUFFER" > ${join(folder, 'line')}; exit }
zle -N look; bindkey '^I' look`
  writeFileSync(join(folder, 'setup.zsh'), setUp)
  const drive = `zmodload zsh/zpty; cd ${folder}; zpty shell zsh -f -i; zpty -w shell "source setup.zsh; print re''ady"
local out; zpty -r -m shell out '*ready*'; zpty -n -w shell "$1"$'\\t'; while zpty -r shell out; do :; done; cat line`
  return [run('zsh', ['-f', '-c', drive, 'zsh', line]).trim()]
}

describe.skipIf(!has('bash'))(title('bash'), () => {
  it.each([
    ['claude-mem sea', ['search']],
    ['claude-mem notes s', ['search', 'status']],
    ['claude-mem notes dream dr', ['dry-run']],
    ['claude-mem search --ty', ['--type']],
    ['claude-mem search --type b', ['bugfix']],
    ['claude-mem search --project search --fu', ['--full']],
    ['claude-mem search --limit ', []],
    ['claude-mem provider an', ['anthropic']],
    ['claude-mem help time', ['timeline']],
    ['claude-mem status re', []],
  ])('%s', (line, offered) => expect(inBash(line)).toEqual(offered))

  it('offers files where one is taken', () => expect(inBash('claude-mem outline ma')).toEqual(['main.ts']))
})

describe.skipIf(!has('fish'))(title('fish'), () => {
  it.each([
    ['claude-mem sea', ['search']],
    ['claude-mem notes s', ['search', 'status']],
    ['claude-mem notes dream dr', ['dry-run']],
    ['claude-mem search --ty', ['--type']],
    ['claude-mem search --type b', ['bugfix']],
    ['claude-mem search --project search --fu', ['--full']],
    ['claude-mem help time', ['timeline']],
    ['claude-mem status re', []],
    ['claude-mem outline ma', ['main.ts']],
  ])('%s', (line, offered) => expect(inFish(line)).toEqual(offered))
})

describe.skipIf(!has('zsh'))(title('zsh'), () => {
  it.each([
    ['claude-mem sea', 'claude-mem search'],
    ['claude-mem notes dream dr', 'claude-mem notes dream dry-run'],
    ['claude-mem search --type b', 'claude-mem search --type bugfix'],
    ['claude-mem search --project search --fu', 'claude-mem search --project search --full'],
    ['claude-mem status re', 'claude-mem status re'],
    ['claude-mem outline ma', 'claude-mem outline main.ts'],
  ])('%s', (line, completed) => expect(inZsh(line)).toEqual([completed]))
})

function run(shell: string, args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(shell, args, { cwd: folder, encoding: 'utf8', timeout: 20_000 })
  if (error) throw error
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
