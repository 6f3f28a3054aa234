/**
 * Where the reader is: a path and its parameters, kept in the browser's address, so that every view and filter can be
 * bookmarked, shared with oneself and left with the back button.
 */
import { computed, signal } from '@preact/signals'

const address = signal(read())

export const path = computed(() => address.value.path)
export const parameters = computed(() => address.value.parameters)

export type Parameters = Record<string, string | undefined>

export function href(to: string, by: Parameters = {}): string {
  const query = new URLSearchParams(Object.entries(by).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  return query.size > 0 ? `${to}?${query}` : to
}

/** `replace`: the step is not worth a press of the back button, such as one more letter of a question. */
export function go(to: string, by: { replace?: boolean } = {}): void {
  if (to === location.pathname + location.search) return
  history.replaceState({ scroll: scrollY }, '')
  history[by.replace ? 'replaceState' : 'pushState'](null, '', to)
  cameBack = false
  address.value = read()
}

let cameBack = false

/** Whether the reader left this place before and expects it as it was. */
export function isReturn(): boolean {
  return cameBack
}

/** The same view with other parameters. */
export function withParameters(changed: Parameters): string {
  return href(path.value, { ...Object.fromEntries(parameters.value), ...changed })
}

/** Links inside the app change the address and load nothing; with a key held down the browser does what it always does. */
export function followLinks(root: HTMLElement): void {
  root.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null
    if (!(link instanceof HTMLAnchorElement) || link.target || link.download) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(link.pathname + link.search)
    scrollTo(0, 0)
  })
  // The browser would scroll before the view is drawn, when there is nothing to scroll yet.
  history.scrollRestoration = 'manual'
  addEventListener('popstate', (event) => {
    cameBack = true
    address.value = read()
    requestAnimationFrame(() => scrollTo(0, event.state?.scroll ?? 0))
  })
}

function read() {
  const given = new URLSearchParams(location.search)
  const day = given.get('day')
  // Bookmarks may still name one day alone.
  if (day) for (const end of ['from', 'to']) given.set(end, day)
  given.delete('day')
  return { path: location.pathname, parameters: given }
}
