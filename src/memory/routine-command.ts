/** Commands that nothing is remembered of: whether they ran well or not is no news. */
import { programWords, simpleCommands } from './shell-command.ts'

/** Looking around: what a program of this list prints is in the files it read. */
const LOOKING = new Set(
  'ls cat grep egrep rg find fd pwd head tail wc echo which whoami date tree stat file du df env printenv sort uniq cut less more cd true type realpath basename dirname jq awk'.split(
    ' ',
  ),
)
const LOOKING_GIT = new Set('status log diff show branch rev-parse ls-files blame remote config grep'.split(' '))

/** Moving things around, starting and stopping, asking elsewhere. `git` is here because commits are read by themselves. */
const ROUTINE = new Set(
  'll bat ag printf ps top export set unset alias history id uname sleep false clear mkdir touch cp mv rm rmdir ln chmod chown git gh diff sed tr xargs tee open code kill pkill killall lsof ssh scp curl wget ping source . test [ read man help exit'.split(
    ' ',
  ),
)

/** A run of this program says nothing by itself, whatever it does. */
export function isRoutineProgram(name: string): boolean {
  return LOOKING.has(name) || ROUTINE.has(name)
}

/** The whole line only looks, and changes nothing. */
export function onlyLooks(line: string): boolean {
  // Writing to a file is work, whichever program does it; streams sent away or together are not.
  if (/>(?!&|\s*\/dev\/null)/.test(line)) return false
  return simpleCommands(line).every((command) => {
    const [program = '', first = ''] = programWords(command)
    if (program === 'git') return LOOKING_GIT.has(first)
    if (program === 'sed') return first === '-n'
    return LOOKING.has(program)
  })
}
