/**
 * The output of a Codex CLI tool. Over the versions, commands have reported their end in three ways: as JSON with
 * `metadata.exit_code`, as text that begins with `Exit code:`, and as text with `Process exited with code`.
 */
import type { Json } from '../../memory/event.ts'
import { asList, asRecord, type JsonRecord, text } from '../tool-payload.ts'

export interface CodexOutput {
  shown: string
  failed: boolean
  /** Its number, while the command is still running. */
  runningAs: string | undefined
  /** A person, a rule or an interruption stopped it. */
  refused: boolean
}

export function readOutput(given: Json): CodexOutput {
  const said = outputText(given)
  const json = parsedJson(said)
  const shown = json ? text(json.output) : said
  const [, head = '', body] = /^([\s\S]{0,400}?)(?:^|\n)Output:\n([\s\S]*)$/.exec(shown) ?? []
  const isTold = body !== undefined && /^(?:Exit code: |Chunk ID: |Wall time: |Process )/.test(head)
  const about = isTold ? head : ''
  const exitCode = json ? asRecord(json.metadata).exit_code : Number(EXIT.exec(about)?.[1] ?? 0)
  const refused = REFUSED.test(shown)
  return {
    shown: isTold ? body : shown,
    failed: (exitCode ?? 0) !== 0 || asRecord(given).success === false || FAILED.test(shown),
    runningAs: /^Process running with session ID (\S+)/m.exec(about)?.[1],
    refused,
  }
}

const EXIT = /^(?:Exit code: |Process exited with code )(-?\d+)/m
/** When there is no exit code. */
const FAILED =
  /^(?:apply_patch verification failed|failed to parse (?:function )?arguments|unsupported call: |Err: |exec_command failed)/
const REFUSED =
  /^(?:(?:exec command |patch |command )?rejected(?: by |: )|aborted by user|Wall time: [\d.]+ seconds\naborted by user|aborted$)/

/** Text, content items, or (until autumn 2025) an object around the text. */
function outputText(given: Json): string {
  if (typeof given === 'string') return given
  if (!Array.isArray(given)) return text(asRecord(given).content) || outputText(asList(asRecord(given).content_items))
  const texts = given.map((item) => text(asRecord(item).text))
  return texts.filter((part) => part !== '').join('\n')
}

function parsedJson(said: string): JsonRecord | undefined {
  if (!said.startsWith('{')) return undefined
  try {
    const parsed = JSON.parse(said) as JsonRecord // a record: it begins with a brace
    return typeof parsed.output === 'string' && 'metadata' in parsed ? parsed : undefined
  } catch {
    return undefined // a tool whose output happens to begin with a brace
  }
}
