/** The bin. Finds the command, loads it and nothing else, and turns its outcome into an exit code. */
import { runCommand } from './doors/cli/run.ts'

process.exitCode = await runCommand(process.argv.slice(2))
