/**
 * The MCP server: what the host may call, and how a call becomes a request to the worker. It has no state of its own,
 * so the session does not notice a worker that restarts, moves or is not up yet.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { MemoryError } from '../../memory/error.ts'
import { safeLines } from '../../memory/safe-text.ts'
import { VERSION } from '../../version.ts'
import { renderError } from './argument-words.ts'
import instructions from './instructions.md'
import { listed, type Place } from './tool.ts'
import { TOOLS } from './tools.ts'

/** The SDK's plain server: its newer one prints the same schemas with half as many tokens again (560, ours 378). */
export function makeServer(place: Place): Server {
  const server = new Server(
    { name: 'claude-mem', version: VERSION },
    { capabilities: { tools: {} }, instructions: instructions.trim() },
  )
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: TOOLS.map(listed) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    try {
      if (!tool) {
        throw new MemoryError('not_found', `There is no tool ${params.name}.`, {
          hint: `Known: ${TOOLS.map(({ name }) => name).join(', ')}.`,
        })
      }
      return { content: [{ type: 'text', text: safeLines(await tool.run(place, params.arguments)) }] }
    } catch (error) {
      return { content: [{ type: 'text', text: safeLines(renderError(error)) }], isError: true }
    }
  })
  return server
}
