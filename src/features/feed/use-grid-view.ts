import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { LOAD_MORE_MARGIN_PX } from '../../../contract/limits.ts'
import { whenIdle } from '../../ui/layout/when-idle.ts'
import { layoutWithDivider, tilesBetween } from './grid-layout.ts'
import type { GridLayout, Sized } from './grid-layout.ts'
import styles from './feed-grid.module.css'

/** Tiles so far outside the window exist already, so that scrolling shows no gap. */
const OVERSCAN_PX = 600

/** What the window shows of a grid: the tiles from `start` to before `end`. */
interface Visible {
  start: number
  end: number
  /** The grid's upper edge is in the window, or below it. */
  isAtTop: boolean
  /** The end of the grid is near enough to load more. */
  isNearEnd: boolean
}

/** What was visible, with the layout of that moment. */
interface Look extends Visible {
  of: GridLayout
  /** Tiles so many pixels outside the window were to exist; none in the first picture, which is there sooner so. */
  overscan: number
}

export interface GridView extends Visible {
  /** For the grid's element: the layout begins at its upper left corner. */
  ref: RefObject<HTMLUListElement | null>
  layout: GridLayout
  /** Width of the layout in pixels. */
  width: number
}

/**
 * Lays photos out as wide as the grid's element, with a line before the photo at `breakAt`, and tells what the window shows of
 * them.
 */
export function useGridView(photos: readonly Sized[], breakAt = 0): GridView {
  const ref = useRef<HTMLUListElement>(null)
  const [last] = useState(placeOfLastGrid)
  const [width, setWidth] = useState(last.width)
  const layout = useMemo(() => layoutWithDivider(photos, width, breakAt), [photos, width, breakAt])
  const [{ of, overscan: _, ...visible }, setVisible] = useState(() => look(last.top, layout, 0))
  const measure = useEffectEvent((overscan?: number) => {
    if (!ref.current) return
    setWidth(ref.current.clientWidth)
    const { top } = ref.current.getBoundingClientRect()
    setVisible((shown) => {
      const next = look(top, layout, overscan ?? shown.overscan)
      return isSame(shown, next) ? shown : next
    })
  })
  useLayoutEffect(() => {
    if (!ref.current) return
    const update = () => measure()
    const drawNow = () => flushSync(update)
    let isFirst = true
    // First called before the first frame, once the page is laid out: to ask sooner would have it laid out in the middle of
    // React's work, in one long task with it.
    const observer = new ResizeObserver(() => {
      if (isFirst) drawNow()
      else update()
      isFirst = false
    })
    observer.observe(ref.current)
    // In the frame that begins with the scroll, after all who listen to it have noted where the page is now. A slow phone draws
    // frame after frame, and React's own task waits for many of them.
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(drawNow)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', update)
    }
  }, [])
  // Again for another layout; not in the first commit.
  const measured = useRef(layout)
  useLayoutEffect(() => {
    if (measured.current === layout) return
    measured.current = layout
    measure()
  }, [layout])
  useEffect(() => {
    // A transition draws the tiles outside the window in slices; until it is through, a scroll draws those inside alone.
    const widen = () => startTransition(() => measure(OVERSCAN_PX))
    const callOff = whenIdle(widen)
    window.addEventListener('scroll', widen, { passive: true, once: true })
    return () => {
      callOff()
      window.removeEventListener('scroll', widen)
    }
  }, [])
  // After photos have come, the end's place is unknown until the next look.
  return { ref, layout, width, ...visible, isNearEnd: visible.isNearEnd && of === layout }
}

/** Where the new grid will most likely be, and how wide; a right guess spares drawing it twice. */
function placeOfLastGrid(): { top: number; width: number } {
  const grid = document.querySelector(`.${styles.grid}`)
  return {
    top: grid?.getBoundingClientRect().top ?? 0,
    width: grid?.clientWidth ?? document.documentElement.clientWidth,
  }
}

/** `top`: where the grid begins, in pixels below the window's upper edge. */
function look(top: number, layout: GridLayout, overscan: number): Look {
  const height = window.innerHeight
  return {
    of: layout,
    overscan,
    ...tilesBetween(layout, -top - overscan, height - top + overscan),
    isAtTop: top >= 0,
    isNearEnd: top + layout.height - height < LOAD_MORE_MARGIN_PX,
  }
}

function isSame(a: Look, b: Look): boolean {
  return Object.entries(a).every(([name, value]) => b[name as keyof Look] === value)
}
