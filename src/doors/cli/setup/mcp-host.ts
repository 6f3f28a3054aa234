/**
 * A host that gets our tools by one entry in a configuration file of its own. An adapter knows the file and its form, and
 * edits text; reading, writing, remembering and undoing are the same for all (`host-entry.ts`).
 */
import type { Config } from '../../../config.ts'
import type { HostedServer } from './mcp-server.ts'

export interface McpHost {
  /** As it is typed: `--host codex`. Also its folder here. */
  name: string
  /** As people call it. */
  title: string
  /** The user's own configuration, which holds for all projects. */
  configFile(config: Config): string
  /**
   * The entry of our server's name, whoever wrote it. Throws `Uneditable` for a text that is not of the host's form; an
   * empty one is.
   */
  find(text: string): HostedServer | undefined
  /** To a text without such an entry. Every other byte stays. */
  add(text: string, server: HostedServer): string
  /** From a text with such an entry. Every other byte stays. */
  remove(text: string): string
}

/** Why a file is left alone, and what would help: completes "`path` …". */
export class Uneditable extends Error {
  hint: string
  constructor(why: string, hint: string) {
    super(why)
    this.hint = hint
  }
}
