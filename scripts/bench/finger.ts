import type { Page } from '@playwright/test'
import type { SlowPage } from './slow-phone.ts'

export interface Point {
  x: number
  y: number
}

/** What a page has noted of the first thing that was done in it; milliseconds since its navigation began. */
interface Noted {
  inputAt?: number
  frameAt?: number
  scrolledAt?: number
  openedAt?: number
  /** How long an input waited at most for its frame. */
  slowest?: number
}

export async function middleOf(page: Page, selector: string): Promise<Point> {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not on the page`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** A finger does not wait for the page between down and up. */
export function tap({ session }: SlowPage, point: Point): Promise<unknown> {
  return Promise.all([
    session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
    session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ])
}

export function readNoted({ page }: SlowPage): Promise<Noted> {
  return page.evaluate(() => (window as unknown as { noted: Noted }).noted)
}

/** Milliseconds from the input to the next frame that could show something of it. */
export function untilFrame({ inputAt = NaN, frameAt = NaN, scrolledAt, slowest }: Noted): number {
  return (scrolledAt === undefined ? slowest : scrolledAt - inputAt) ?? frameAt - inputAt
}

/** Runs in the page. Event Timing says when the frame after an input was shown, but leaves out scrolls and what took under 16 ms. */
export function noteAnswers(): void {
  const noted: Noted = {}
  Object.assign(window, { noted })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.interactionId) noted.slowest = Math.max(noted.slowest ?? 0, entry.duration)
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  const options = { capture: true, passive: true }
  addEventListener('touchstart', (event) => (noted.inputAt ??= event.timeStamp), options)
  addEventListener(
    'touchend',
    () => requestAnimationFrame(() => (noted.frameAt ??= performance.now())),
    options,
  )
  addEventListener(
    'scroll',
    () => {
      if (noted.inputAt === undefined) return
      requestAnimationFrame(() => (noted.scrolledAt ??= performance.now()))
    },
    options,
  )
  ;(window as unknown as { navigation: EventTarget }).navigation.addEventListener(
    'currententrychange',
    () => {
      if (noted.inputAt !== undefined) noted.openedAt ??= performance.now()
    },
  )
}
