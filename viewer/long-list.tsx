/**
 * A list of any length: pages far from what is in sight leave the document, and their height stays. So a list of 100,000
 * rows costs the browser a few hundred of them, and the scroll bar tells the truth about what was loaded.
 */
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import type { Pages } from './pages.ts'

/** Two screens: a page is drawn again before it is reached, even by a flick of the wheel. */
const AHEAD = '1600px 0px'

export function LongList(by: { list: Pages; more: string; draw: (rows: AnyIndex[]) => ComponentChildren }) {
  const { pages, next } = by.list
  return (
    <>
      {pages.value.map((page, at) => (
        <Block key={at} rows={page.rows} draw={by.draw} />
      ))}
      {pages.value.at(-1)?.reply.more ? <More label={by.more} onSeen={next} loaded={pages.value.length} /> : null}
    </>
  )
}

/** Rows that come back in one frame: a whole page at once was felt as a jerk. */
const ROWS_A_FRAME = 10

function Block({ rows, draw }: { rows: AnyIndex[]; draw: (rows: AnyIndex[]) => ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null)
  /** Set while it is out of sight, and until all of it is back. */
  const height = useSignal<number | undefined>(undefined)
  const drawn = useSignal(Number.POSITIVE_INFINITY)
  const all = useRef(rows.length)
  all.current = rows.length // another question brings other rows to the same block
  useEffect(() => {
    const here = box.current
    if (!here) return
    let frame = 0
    const grow = () => {
      drawn.value += ROWS_A_FRAME
      if (drawn.value < all.current) frame = requestAnimationFrame(grow)
      else {
        drawn.value = Number.POSITIVE_INFINITY
        height.value = undefined
      }
    }
    const watch = new IntersectionObserver(
      (seen) => {
        cancelAnimationFrame(frame)
        if (seen.at(-1)?.isIntersecting) grow()
        // Whoever is at work in it must not lose the place.
        else if (!here.contains(document.activeElement)) {
          height.value ??= here.offsetHeight
          drawn.value = 0
        }
      },
      { rootMargin: AHEAD },
    )
    watch.observe(here)
    return () => {
      watch.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [])
  return (
    <div ref={box} style={{ height: height.value === undefined ? 'auto' : `${height.value}px` }}>
      {drawn.value > 0 ? draw(drawn.value < rows.length ? rows.slice(0, drawn.value) : rows) : null}
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
