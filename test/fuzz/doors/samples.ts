/** Good payloads and transcripts of the host, as recorded, in a place of ours. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../support/place.ts'

const FOLDER = join(PROJECT_ROOT, 'test/fixtures/host')

export interface HostSample {
  event: string
  payload: object
}

/** Of the events our hooks are asked for. */
export function hostPayloads(): HostSample[] {
  const { hooks } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'plugin/hooks/hooks.json'), 'utf8'))
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json') && Object.hasOwn(hooks, file.split('.')[0] ?? ''))
    .sort()
    .map((file) => ({ event: file.split('.')[0] ?? '', payload: JSON.parse(inOurPlace(file)) }))
}

export function transcriptLines(): object[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.jsonl'))
    .sort()
    .flatMap((file) => inOurPlace(file).trim().split('\n'))
    .map((line) => JSON.parse(line))
}

function inOurPlace(file: string): string {
  return readFileSync(join(FOLDER, file), 'utf8')
    .replaceAll('/home/user/.claude/projects/-home-user-project', '@transcripts@')
    .replaceAll('/home/user/project', '@project@')
    .replace(/(?<="session_?id": ")[^"]+/gi, '@session@')
}
