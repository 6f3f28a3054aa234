/** What to do when a search finds nothing: which filter to drop, which words to try, or that nothing is stored yet. */
import { askWorker, type DataFolder } from '../../worker/client.ts'
import { renderSearched } from '../searched-text.ts'

/** They narrow a search. */
const FILTERS = ['type', 'project', 'since', 'until', 'fresh'] as const

export interface NothingFound {
  flags: Partial<Record<(typeof FILTERS)[number], unknown>> & { page?: number | undefined }
  searched: 'hybrid' | 'keywords' | 'listing'
  hasWords: boolean
}

export async function renderNothing(folder: DataFolder, by: NothingFound): Promise<string> {
  const { stored } = await askWorker(folder, 'GET /api/stats')
  return stored.observations === 0 ? NOTHING_KEPT : adviceFor(by)
}

const NOTHING_KEPT =
  'There are no memories yet. They are made while you work with Claude Code;\n' +
  '`claude-mem import transcripts` reads the sessions you had before.'

export function adviceFor({ flags, searched, hasWords }: NothingFound): string {
  if ((flags.page ?? 1) > 1) return `There is nothing on page ${flags.page}: the results end before it.`
  const given = FILTERS.filter((name) => flags[name]).map((name) => `--${name}`)
  const advice = [
    ...(hasWords ? ['try fewer or other words'] : []),
    ...(given.length > 0 ? [`leave out ${given.join(' or ')}`] : []),
  ].join(', or ')
  const how = hasWords ? ` (${renderSearched(searched)})` : ''
  const ofMeaning = hasWords && searched === 'keywords' ? '\n`claude-mem index status` says why only words.' : ''
  return `Nothing found${how}.${advice === '' ? '' : ` ${advice[0]?.toUpperCase()}${advice.slice(1)}.`}${ofMeaning}`
}
