/**
 * A list of any length: pages far from what is in sight leave the document, and their height stays. So a list of 100,000
 * rows costs the browser a few hundred of them, and the scroll bar tells the truth about what was loaded.
 */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Page, Pages } from './pages.ts'

/** Two screens: a page is drawn again before it is reached, even by a flick of the wheel. */
const AHEAD = '1600px 0px'

export function LongList(by: { list: Pages; more: string; draw: (page: Page) => ComponentChildren }) {
  const { pages, next } = by.list
  return (
    <>
      {pages.value.map((page, at) => (
        <Block key={at} draw={() => by.draw(page)} />
      ))}
      {pages.value.at(-1)?.reply.more ? <More label={by.more} onSeen={next} loaded={pages.value.length} /> : null}
    </>
  )
}

function Block({ draw }: { draw: () => ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null)
  /** Set while it is out of sight. */
  const height = useSignal<number | undefined>(undefined)
  useEffect(() => {
    const here = box.current
    if (!here) return
    const watch = new IntersectionObserver(
      (seen) => {
        if (seen.at(-1)?.isIntersecting) height.value = undefined
        // Whoever is at work in it must not lose the place.
        else if (!here.contains(document.activeElement)) height.value = here.offsetHeight
      },
      { rootMargin: AHEAD },
    )
    watch.observe(here)
    return () => watch.disconnect()
  }, [])
  return (
    <div ref={box} style={{ height: height.value === undefined ? 'auto' : `${height.value}px` }}>
      {height.value === undefined ? draw() : null}
    </div>
  )
}

/** A button for those who use keys; when it comes near what is in sight it presses itself. */
function More({ label, onSeen, loaded }: { label: string; onSeen: () => void; loaded: number }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!button.current) return
    const watch = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && onSeen(), {
      rootMargin: AHEAD,
    })
    watch.observe(button.current)
    return () => watch.disconnect()
  }, [loaded]) // a page may be too short to push it out of sight: it is looked at again after each
  return (
    <button type="button" ref={button} onClick={onSeen}>
      {label}
    </button>
  )
}
