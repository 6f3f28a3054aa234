/**
 * A list of any length: rows far from what is in sight leave the document, and their height stays. So a list of 100,000
 * rows costs the browser a few dozen of them, a frame draws only rows that come in, and the scroll bar tells the truth
 * about what was loaded.
 */
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { AnyIndex } from '../src/worker/protocol/rows.ts'
import { AHEAD, DRAWN, type Heights, useNear } from './near.ts'
import { keyOf, type Page, type Pages } from './pages.ts'
import { Day } from './parts.tsx'

export interface Listed {
  list: Pages
  /** Of the button that brings the next page. */
  more: string
  /** `before`: the row above it in the same day or page. */
  draw: (row: AnyIndex, before: AnyIndex | undefined) => VNode
  /** Rows of one day stand together under it. */
  dayOf?: (row: AnyIndex) => string
}

export function LongList({ list, more, draw, dayOf }: Listed) {
  const { pages, next } = list
  const laid = useRef<Laid>({ pages: [], stretches: [] })
  const same = useSame<Stretch>()
  laid.current = layOut(laid.current, pages.value, dayOf)
  return (
    <>
      {laid.current.stretches.map((stretch, at) =>
        same(stretch, () => <StretchBox key={`${at} ${keyOf(stretch.first)}`} stretch={stretch} draw={draw} />),
      )}
      {pages.value.at(-1)?.reply.more ? <More label={more} onSeen={next} loaded={pages.value.length} /> : null}
    </>
  )
}

/** A day, or a page of a list without days. */
interface Stretch {
  day: string | undefined
  first: AnyIndex
  blocks: AnyIndex[][]
}

interface Laid {
  pages: Page[]
  stretches: Stretch[]
}

/** Rows that come and go together: about as many as a fling brings in a frame. */
const BLOCK = 5

/** What was laid out stays the same object while pages are added. */
function layOut(before: Laid, pages: Page[], dayOf: Listed['dayOf']): Laid {
  const goesOn = before.pages.every((page, at) => page === pages[at])
  const stretches = goesOn ? [...before.stretches] : []
  for (const { rows } of goesOn ? pages.slice(before.pages.length) : pages) {
    const days = dayOf ? Map.groupBy(rows, dayOf) : new Map([[undefined, rows]])
    for (const [day, ofDay] of days) add(stretches, day, ofDay)
  }
  return { pages, stretches }
}

function add(stretches: Stretch[], day: string | undefined, rows: AnyIndex[]): void {
  const [first] = rows
  const last = stretches.at(-1)
  const blocks = Array.from({ length: Math.ceil(rows.length / BLOCK) }, (_, at) =>
    rows.slice(at * BLOCK, (at + 1) * BLOCK),
  )
  // A day may begin on one page and go on upon the next.
  if (last && day !== undefined && last.day === day)
    stretches[stretches.length - 1] = { ...last, blocks: [...last.blocks, ...blocks] }
  else if (first) stretches.push({ day, first, blocks })
}

const stretchHeights: Heights = new WeakMap()
const blockHeights: Heights = new WeakMap()

function StretchBox({ stretch: { day, first, blocks }, draw }: { stretch: Stretch; draw: Listed['draw'] }) {
  const { box, height } = useNear(first, stretchHeights)
  const same = useSame<AnyIndex[]>()
  const inside = () =>
    blocks.map((rows, at) =>
      same(rows, () => <BlockBox key={at} rows={rows} before={blocks[at - 1]?.at(-1)} draw={draw} />),
    )
  return (
    <div ref={box} class="stretch" style={sized(height.value)}>
      {height.value !== DRAWN ? null : day === undefined ? inside() : <Day day={day}>{inside()}</Day>}
    </div>
  )
}

function BlockBox({ rows, before, draw }: { rows: AnyIndex[]; before: AnyIndex | undefined; draw: Listed['draw'] }) {
  const { box, height } = useNear(rows[0] ?? rows, blockHeights)
  return (
    <div ref={box} style={sized(height.value)}>
      {height.value === DRAWN ? rows.map((row, at) => draw(row, at === 0 ? before : rows[at - 1])) : null}
    </div>
  )
}

/** The same element for the same thing: Preact does not look into one that it drew before. */
function useSame<T extends object>(): (of: T, make: () => VNode) => VNode {
  const made = useRef(new WeakMap<T, VNode>()).current
  return (of, make) => {
    const element = made.get(of) ?? make()
    made.set(of, element)
    return element
  }
}

const sized = (height: number) => ({ height: height === DRAWN ? 'auto' : `${height}px` })

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
