/** Commands nothing is remembered of: neither their success nor their failure is news. */
import { programWords, simpleCommands } from './shell-command.ts'

/** Looking around: what these print is in the files they read. */
const LOOKING = new Set(
  'ls cat grep egrep rg find fd pwd head tail wc echo which whoami date tree stat file du df env printenv sort uniq cut less more cd true type realpath basename dirname jq awk'.split(
    ' ',
  ),
)
const LOOKING_GIT = new Set('status log diff show branch rev-parse ls-files blame remote config grep'.split(' '))

/** Moving things, starting and stopping, remote calls. `git` is here because commits are read separately. */
const ROUTINE = new Set(
  'll bat ag printf ps top export set unset alias history id uname sleep false clear mkdir touch cp mv rm rmdir ln chmod chown git gh diff sed tr xargs tee open code kill pkill killall lsof ssh scp curl wget ping source . test [ read man help exit'.split(
    ' ',
  ),
)

/** A run of this program means nothing by itself. */
export function isRoutineProgram(name: string): boolean {
  return LOOKING.has(name) || ROUTINE.has(name)
}

/** The whole line only looks and changes nothing. */
export function onlyLooks(line: string): boolean {
  // Writing to a file is work, whichever program does it; discarding or joining streams is not.
  if (/>(?!&|\s*\/dev\/null)/.test(line)) return false
  return simpleCommands(line).every((command) => {
    const [program = '', first = ''] = programWords(command)
    if (program === 'git') return LOOKING_GIT.has(first)
    if (program === 'sed') return first === '-n'
    return LOOKING.has(program)
  })
}
