import type { Locator, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { expect } from './fixtures.ts'

type Side = 'left' | 'right' | 'up' | 'down'
/** Of the window. */
export const MIDDLE = [195, 400] as const
/** The window's width, but for a scrollbar's place. */
export const FITTED = 375
const STEPS = 8
/** Where a finger comes down, and by how much it goes. */
const WAYS: Record<Side, [x: number, y: number, byX: number, byY: number]> = {
  left: [320, 200, -250, 0],
  right: [70, 200, 250, 0],
  up: [195, 400, 0, -220],
  down: [195, 120, 0, 300],
}

/** Taps the photo of the post that the page shows, or its button, and waits until it fills the window. */
export async function openViewer(page: Page, by: 'tap' | 'button' = 'tap'): Promise<void> {
  const post = page.getByRole('article').first()
  if (by === 'button') await post.getByRole('button', { name: texts.viewer.open }).click()
  else await post.locator('.post-card-photo').click({ position: { x: 60, y: 160 } })
  await expect(page.locator('dialog .pswp--open')).toHaveCSS('opacity', '1')
  await expect(page.locator('dialog .pswp__item').last()).toHaveCSS('display', 'block')
}

/** Opens a photo that has a picture in the viewer; gives how wide it is drawn. */
export async function openPicture(page: Page, address: string): Promise<() => Promise<number>> {
  await page.goto(address)
  await openViewer(page)
  await page.mouse.move(...MIDDLE)
  const picture = page.locator('.pswp__item[aria-hidden=false] img:not(.pswp__img--placeholder)')
  await expect(picture).toBeVisible()
  const widthOf = async () => Math.round((await picture.boundingBox())?.width ?? 0)
  await expect.poll(widthOf).toBe(FITTED)
  return widthOf
}

/** What a screen reader is told of the photo in view. */
export function postInView(page: Page): Locator {
  return page.locator('dialog.viewer > [role=status]').first()
}

export const swipe = draw
export const pull = draw

function draw(page: Page, side: Side): Promise<void> {
  const [x, y, byX, byY] = WAYS[side]
  return moveFingers(page, (part) => [{ x: x + byX * part, y: y + byY * part }])
}

/** Two fingers that go apart, or together: so many pixels from the middle at first, and at last. */
export function pinch(page: Page, { from, to }: { from: number; to: number }): Promise<void> {
  return moveFingers(page, (part) => {
    const away = from + (to - from) * part
    return [-away, away].map((by, id) => ({ id, x: 195 + by, y: 400 }))
  })
}

/** `pointsAt`: where the fingers are, 0 as they come down to 1 as they leave. */
async function moveFingers(
  page: Page,
  pointsAt: (part: number) => { x: number; y: number }[],
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', at: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: pointsAt(at / STEPS) })
  await touch('touchStart', 0)
  for (let at = 1; at <= STEPS; at += 1) {
    await touch('touchMove', at)
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

/** Whether the focus is in the first of such an element. */
export function isIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector)
}
