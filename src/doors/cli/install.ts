import type { Command } from './command.ts'

const install: Command = { usage: '', async run() {} }
export default install
