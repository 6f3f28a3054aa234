/** How a search looked, in plain words for every door. */
export function renderSearched(searched: 'hybrid' | 'keywords' | 'listing'): string {
  if (searched === 'listing') return 'newest first'
  return searched === 'hybrid' ? 'searched by words and meaning' : 'searched by words only'
}
