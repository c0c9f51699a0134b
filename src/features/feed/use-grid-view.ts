import { startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { LOAD_MORE_MARGIN_PX } from '../../../contract/limits.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { layoutWithDivider, tilesBetween } from './grid-layout.ts'
import type { GridLayout, Sized } from './grid-layout.ts'

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
  const width = useWidth(ref)
  const layout = useMemo(() => layoutWithDivider(photos, width, breakAt), [photos, width, breakAt])
  const { of, ...visible } = useVisible(ref, layout, useOverscan())
  // After photos have come, the end's place is unknown until the next look.
  return { ref, layout, width, ...visible, isNearEnd: visible.isNearEnd && of === layout }
}

/** Width of an element in pixels, kept up to date; that of the page until it is measured. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(() => document.documentElement.clientWidth)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

/** Pixels around the window in which tiles exist; none in the first picture, which is there sooner so. */
function useOverscan(): number {
  const [overscan, setOverscan] = useState(0)
  useEffect(() => whenIdle(() => startTransition(() => setOverscan(OVERSCAN_PX))), [])
  return overscan
}

function useVisible(
  ref: RefObject<HTMLElement | null>,
  layout: GridLayout,
  overscan: number,
): Look {
  const [visible, setVisible] = useState(() => look(topOfLastGrid(), layout, overscan))
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const update = () => {
      const next = look(element.getBoundingClientRect().top, layout, overscan)
      setVisible((shown) => (isSame(shown, next) ? shown : next))
    }
    update()
    window.addEventListener('scroll', update, { passive: true })
    window.addEventListener('resize', update)
    return () => {
      window.removeEventListener('scroll', update)
      window.removeEventListener('resize', update)
    }
  }, [ref, layout, overscan])
  return visible
}

/** The last grid's top, where the new one will most likely be: a right guess saves a second look before anything is seen. */
function topOfLastGrid(): number {
  return document.querySelector('.fd-grid')?.getBoundingClientRect().top ?? 0
}

/** `top`: where the grid begins, in pixels below the window's upper edge. */
function look(top: number, layout: GridLayout, overscan: number): Look {
  const height = window.innerHeight
  return {
    of: layout,
    ...tilesBetween(layout, -top - overscan, height - top + overscan),
    isAtTop: top >= 0,
    isNearEnd: top + layout.height - height < LOAD_MORE_MARGIN_PX,
  }
}

function isSame(a: Look, b: Look): boolean {
  return Object.entries(a).every(([name, value]) => b[name as keyof Look] === value)
}
