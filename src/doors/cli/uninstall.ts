import type { Command } from './command.ts'

const uninstall: Command = { usage: '', async run() {} }
export default uninstall
