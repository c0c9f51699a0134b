import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { createApiClient } from '../../tests/support/api-client.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import type { Figure } from './figure.ts'
import { makeFeed } from './long-feed-figures.ts'
import { newSlowPage, openSlowPhone, SLOWDOWN } from './slow-phone.ts'
import type { SlowPhone } from './slow-phone.ts'

const SIZES = [24, 10_000]
const SWIPES = 16
/** As fast as somebody goes through photos of which none is looked at. */
const BETWEEN_MS = 350
const FRAME_MS = 16
const STEPS = 8
const LONG_FRAME_MS = 50
/** Until what the viewer asks for ahead is there. */
const SETTLED_MS = 2_000

/** Frames of a slow phone whose finger swipes through the viewer. What else a small machine does makes some of them long. */
export async function viewerFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  const phone = await openSlowPhone(Number(new URL(orma.url).port), {})
  try {
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga')
    const figures: Figure[] = []
    for (const posts of SIZES) {
      const { event_hash } = await makeFeed(orma, client, owner, posts)
      const frames = await measure(phone, event_hash)
      const name = `while ${SWIPES} photos of ${posts} are swiped, at ${SLOWDOWN} x`
      figures.push(
        {
          name: `frames over ${LONG_FRAME_MS} ms ${name}`,
          measured: frames.filter((ms) => ms > LONG_FRAME_MS).length,
          unit: '',
          budget: { atMost: 0 },
        },
        { name: `longest frame ${name}`, measured: Math.max(...frames), unit: 'ms' },
      )
    }
    return figures
  } finally {
    await phone.close()
    await orma.close()
  }
}

/** How long each frame was in coming, milliseconds. */
async function measure(phone: SlowPhone, event_hash: string): Promise<number[]> {
  const context = await phone.takeNew()
  const { page, session } = await newSlowPage(context)
  await page.goto(`/${event_hash}`)
  await page.locator('li[data-post] a').nth(2).tap()
  const photo = page.locator('article .post-card-photo').first()
  await photo.waitFor()
  await page.waitForTimeout(SETTLED_MS)
  await photo.tap({ position: { x: 60, y: 160 } })
  await page.locator('dialog .pswp--open').waitFor()
  await page.waitForTimeout(SETTLED_MS)
  await page.evaluate(noteFrames)
  for (let at = 0; at < SWIPES; at += 1) {
    await swipe(session)
    await wait(BETWEEN_MS)
  }
  const frames = await readFrames(page)
  await context.close()
  return frames
}

function noteFrames(): void {
  const frames: number[] = []
  Object.assign(window, { frames })
  let last = performance.now()
  const note = (now: number) => {
    frames.push(now - last)
    last = now
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

function readFrames(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { frames: number[] }).frames)
}

async function swipe(session: CDPSession): Promise<void> {
  const touch = (type: 'touchStart' | 'touchMove', at: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: 320 - (260 * at) / STEPS, y: 300 }],
    })
  await touch('touchStart', 0)
  for (let at = 1; at <= STEPS; at += 1) {
    await wait(FRAME_MS)
    await touch('touchMove', at)
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
