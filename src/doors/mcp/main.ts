/** Started by plugin/scripts/mcp.sh, once per session, on stdio. Ends when the host closes its end. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { hookEnvironment, loadConfig } from '../../config.ts'
import { dataFolder } from '../../worker/client.ts'
import { makeServer } from './server.ts'

const folder = dataFolder(loadConfig().dataDir)
const cwd = hookEnvironment().projectDir ?? process.cwd()
await makeServer({ folder, cwd, now: Date.now }).connect(new StdioServerTransport())
