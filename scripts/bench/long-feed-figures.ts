import { setTimeout as wait } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import type { Event, Post } from '../../contract/entities.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import type { ApiClient, Person } from '../../tests/support/api-client.ts'
import { linkPictures } from './link-pictures.ts'
import { addPostRows } from '../../tests/support/many-posts.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import type { OrmaServer } from '../../tests/support/orma-server.ts'
import { makePhoto } from '../../tests/support/photos.ts'
import type { Figure } from './figure.ts'
import { newSlowPage, openSlowPhone, whenSettled } from './slow-phone.ts'
import type { SlowPhone } from './slow-phone.ts'

const SIZES = [500, 10_000]
/** Photos of their own; the others have the same files under addresses of their own. */
const FILES = 8
const THUMB_PX_PER_S = 2_000
const FLING_PX = 12_000
/** What a thumb draws a page by before it is lifted. */
const DRAG_PX = 600
const FRAME_MS = 16
/** A browser holds a picture that was given up for some seconds, and its tile with it. */
const SETTLED_MS = 6_000
/** A line that takes no part: what is measured is the page. */
const GOOD_LINE = {}

interface Size {
  posts: number
  elements: number
  images: number
  nodes: number
  heap: number
  /** How far from where it was the photo lay that was opened at the end and left again. */
  awayPx: number
  blank: Blank
}

interface Blank {
  frames: number
  tiles: number
  /** With neither photo nor blur, but with their photo's colour. */
  plain: number
  shown: number
}

/**
 * A feed scrolled to its end and back: what the page holds may not grow with the number of posts. Then a fling on a slow phone, in
 * which each frame is looked through for tiles that are not there yet; a tile with its blur, or its photo's colour, is there.
 */
export async function longFeedFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  const phone = await openSlowPhone(Number(new URL(orma.url).port), GOOD_LINE)
  try {
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga')
    const sizes: Size[] = []
    for (const posts of SIZES) {
      const event = await makeFeed(orma, client, owner, posts)
      sizes.push(await measure(phone, event, posts))
    }
    const [few, many] = sizes
    if (!few || !many) return []
    const grown = (name: string, of: (size: Size) => number, unit = ''): Figure => ({
      name: `${name} at the end of ${many.posts} posts, beside ${few.posts}`,
      measured: of(many),
      limit: of(few),
      unit,
    })
    const bounded = (name: string, of: (size: Size) => number): Figure => ({
      ...grown(name, of),
      budget: { atMost: 1.1 },
      isHeld: true,
    })
    return [
      bounded('elements', ({ elements }) => elements),
      bounded('pictures, decoded or to be', ({ images }) => images),
      bounded('DOM nodes after there and back', ({ nodes }) => nodes),
      grown('memory of the scripts after there and back', ({ heap }) => heap, 'MB'),
      {
        name: `from where the last photo of ${many.posts} was left, after opening it`,
        measured: many.awayPx,
        unit: 'px',
        budget: { atMost: 0 },
        isHeld: true,
      },
      {
        name: `blank tiles, of all in a fling at ${THUMB_PX_PER_S} px/s`,
        measured: (100 * many.blank.tiles) / many.blank.shown,
        unit: '%',
        budget: { atMost: 1 },
      },
      {
        name: 'tiles in their colour alone, of all in that fling',
        measured: (100 * many.blank.plain) / many.blank.shown,
        unit: '%',
      },
      { name: 'frames in that fling', measured: many.blank.frames, unit: '' },
    ]
  } finally {
    await phone.close()
    await orma.close()
  }
}

export async function makeFeed(
  orma: OrmaServer,
  client: ApiClient,
  owner: Person,
  posts: number,
): Promise<Event> {
  const event = await client.createOrma(owner)
  const uploaded: number[] = []
  for (let at = 0; at < FILES; at += 1) {
    const photo = await makePhoto({ width: 1600, height: 1200, seed: at })
    const { body } = await client.upload(event, owner, photo)
    uploaded.push((await client.whenProcessed(event, owner, (body.post as Post).id)).id)
  }
  addPostRows(orma, event, owner, posts - FILES)
  await linkPictures(orma, event, uploaded)
  return event
}

async function measure(phone: SlowPhone, event: Event, posts: number): Promise<Size> {
  const context = await phone.takeNew()
  const { page, session } = await newSlowPage(context)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.goto(`/${event.event_hash}`)
  await page.locator('li[data-post]').first().waitFor()
  const { elements, images } = await scrollToEnd(page, posts)
  const awayPx = await openAndComeBack(page)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.locator('li[aria-posinset="1"]').waitFor()
  await whenSettled({ page, session }, phone.relay, SETTLED_MS)
  const { nodes, heap } = await held(session)
  const blank = await fling(page, session)
  await context.close()
  return { posts, elements, images, nodes, heap, awayPx, blank }
}

/** The most elements and pictures that the page had at once on the way to the last post. */
async function scrollToEnd(
  page: Page,
  posts: number,
): Promise<{ elements: number; images: number }> {
  return page.evaluate(async (count) => {
    const most = { elements: 0, images: 0 }
    const nextFrame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    const isAtEnd = () => {
      const last = document.querySelector(`li[aria-posinset="${count}"]`)
      return last !== null && last.getBoundingClientRect().bottom <= innerHeight
    }
    while (!isAtEnd()) {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
      await nextFrame()
      most.elements = Math.max(most.elements, document.querySelectorAll('*').length)
      most.images = Math.max(most.images, document.images.length)
    }
    return most
  }, posts)
}

async function openAndComeBack(page: Page): Promise<number> {
  const id = await page.evaluate(() => {
    scrollBy({ top: -301, behavior: 'instant' })
    const inView = document.elementsFromPoint(innerWidth / 2, innerHeight / 2)
    return inView.map((each) => each.closest('li')?.dataset['post']).find(Boolean)
  })
  const tile = page.locator(`li[data-post="${id}"]`)
  const place = () => tile.evaluate((each) => each.getBoundingClientRect().top)
  const before = await place()
  await tile.locator('a').click()
  await page.getByRole('article').first().waitFor()
  await page.goBack()
  await tile.waitFor()
  await page.waitForTimeout(1_000)
  return Math.abs((await place()) - before)
}

async function held(session: CDPSession): Promise<{ nodes: number; heap: number }> {
  await session.send('HeapProfiler.collectGarbage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return { nodes, heap: usedSize / 1e6 }
}

/**
 * A frame begins where the finger has brought the page by then, with the tiles of the frame before: what it lacks, the screen has
 * lacked.
 */
async function fling(page: Page, session: CDPSession): Promise<Blank> {
  await page.evaluate(() => {
    const blank: Blank = { frames: 0, tiles: 0, plain: 0, shown: 0 }
    Object.assign(window, { blank })
    const columns = 3
    const countFrame = () => {
      const grid = document.querySelector('.feed-grid-grid')
      const first = grid?.querySelector('li[data-post]')
      if (grid && first) {
        const step = first.getBoundingClientRect().height + 2
        const top = -grid.getBoundingClientRect().top
        const from = Math.max(0, Math.floor(top / step))
        const to = Math.max(from, Math.floor((top + innerHeight) / step) + 1)
        blank.frames += 1
        for (let place = from * columns + 1; place <= to * columns; place += 1) {
          const thumb = grid.querySelector<HTMLElement>(`li[aria-posinset="${place}"] .th`)
          const hasPicture = thumb?.querySelector('img[data-shown]') || thumb?.style.backgroundImage
          blank.shown += 1
          if (hasPicture) continue
          if (thumb?.style.backgroundColor) blank.plain += 1
          else blank.tiles += 1
        }
      }
      requestAnimationFrame(countFrame)
    }
    requestAnimationFrame(countFrame)
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  for (let drawn = 0; drawn < FLING_PX; drawn += DRAG_PX) await drawUp(session)
  if ((await page.evaluate(() => scrollY)) < FLING_PX / 2)
    throw new Error('the fling moved nothing')
  return page.evaluate(() => (window as unknown as { blank: Blank }).blank)
}

/** A thumb that draws the page up, as fast as it moves, whatever the page has shown of it. */
async function drawUp(session: CDPSession): Promise<void> {
  const [x, y] = [195, 700]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  const start = performance.now()
  for (let drawn = 0; drawn < DRAG_PX;) {
    await wait(FRAME_MS)
    drawn = Math.min(DRAG_PX, (THUMB_PX_PER_S * (performance.now() - start)) / 1000)
    const touchPoints = [{ x, y: y - drawn }]
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
