/**
 * What is near enough to what is in sight to be in the document. One observer for all boxes; what leaves keeps its height,
 * which the observer tells, so that nobody has to ask for a layout while the page scrolls.
 */
import { type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Two screens: what comes back is drawn before it is reached, even by a fling. */
export const AHEAD = '1600px 0px'

/** Heights of boxes that left, by what they hold: a list that one comes back to stands as it stood. */
export type Heights = WeakMap<object, number>

/** `height` is set while `box` is too far away to be drawn. */
export function useNear(
  holds: object,
  heights: Heights,
): { box: RefObject<HTMLDivElement | null>; height: Signal<number> } {
  const box = useRef<HTMLDivElement>(null)
  const height = useSignal(heights.get(holds) ?? DRAWN)
  useLayoutEffect(() => {
    const here = box.current
    if (!here) return
    const draw = () => (height.value = DRAWN)
    boxes.set(here, {
      draw,
      leave(tall) {
        heights.set(holds, tall)
        height.value = tall
      },
    })
    watch.observe(here)
    return () => {
      watch.unobserve(here)
      later.delete(draw)
    }
  }, [])
  return { box, height }
}

export const DRAWN = -1

interface Box {
  draw: () => void
  leave: (height: number) => void
}

const boxes = new WeakMap<Element, Box>()
const watch = new IntersectionObserver(onSeen, { rootMargin: AHEAD })

function onSeen(seen: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting, boundingClientRect: at } of seen) {
    const box = boxes.get(target)
    if (!box) continue
    if (!isIntersecting) {
      later.delete(box.draw)
      // Whoever is at work in it must not lose the place.
      if (!target.contains(document.activeElement)) box.leave(at.height)
    } else if (at.bottom > 0 && at.top < innerHeight) box.draw()
    else drawLater(box.draw)
  }
}

/** Drawn one in a frame: several at once would be felt as a jerk, and they are not in sight yet. */
const later = new Set<() => void>()

function drawLater(draw: () => void): void {
  if (later.size === 0) requestAnimationFrame(drawOne)
  later.add(draw)
}

function drawOne(): void {
  const [draw] = later
  if (!draw) return
  later.delete(draw)
  draw()
  if (later.size > 0) requestAnimationFrame(drawOne)
}
