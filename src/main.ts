/** The program's entry. Finds and loads one command, and turns its outcome into an exit code. */
import { runCommand } from './doors/cli/run.ts'

process.exitCode = await runCommand(process.argv.slice(2))
