import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient, toForm } from '../support/api-client.ts'
import type { Person } from '../support/api-client.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { enter, expect } from './fixtures.ts'

/** Three photos of one evening, the last one first, and one of the day after. */
const TAKEN = [
  '2026-11-05T21:10:00+01:00',
  '2026-11-05T18:05:00+01:00',
  '2026-11-05T18:50:00+01:00',
  '2026-11-06T10:00:00+01:00',
]
/** Upright, lying and square. */
const SHAPES = [
  { width: 720, height: 960 },
  { width: 960, height: 640 },
  { width: 800, height: 800 },
]

/** An Orma with photos of two days; `images` are the addresses of those of the first, in order of capture. */
export async function weekend(orma: OrmaServer, known?: Person) {
  const client = createApiClient(orma)
  const owner = known ?? (await client.signUp('Mara'))
  const event = await client.createOrma(owner, { name: 'Mara & Elias' })
  const urls: string[] = []
  for (const [seed, original_date] of TAKEN.entries()) {
    const photo = await makePhoto({
      ...SHAPES[seed % SHAPES.length],
      orientation: 1,
      seed,
      takenAt: null,
    })
    const fields = { original_date, timezone: 'Europe/Berlin' }
    const { image_url } = await client.addPhoto(event, owner, photo, { fields })
    urls.push(orma.url + image_url)
  }
  const path = `/${event.event_hash}`
  const film = `${path}/highlights/2026-11-05`
  const setMusic = async (music: 'calm' | 'bright') => {
    const params = { event_hash: event.event_hash }
    await client.call(api.updateEvent, { params, token: owner.token, form: toForm({ music }) })
  }
  return { client, owner, event, path, film, images: [urls[1], urls[2], urls[0]], setMusic }
}

export const playButton = (page: Page) =>
  page.getByRole('button', { name: texts.highlights.play, exact: true })
export const pauseButton = (page: Page) =>
  page.getByRole('button', { name: texts.highlights.pause, exact: true })
export const controls = (page: Page) => page.locator('.highlights-controls')
export const canvas = (page: Page) => page.locator('.highlights-film canvas')

/** How much of the film has been seen, 0 to 1. */
export function seenShare(page: Page): Promise<number> {
  return controls(page).evaluate((bar: HTMLElement) => Number(bar.style.getPropertyValue('--seen')))
}

/** Stops the page's clock, and lets it run until the film of three photos is well into its second one. */
export async function pauseInSecondPhoto(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 500))
  await expect
    .poll(
      async () => {
        await page.clock.runFor(200)
        return seenShare(page)
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(0.55)
}

/** What the film shows now, as red, green and blue of some places on it. */
export function shownPixels(page: Page): Promise<number[]> {
  return canvas(page).evaluate((film: HTMLCanvasElement) => {
    const [columns, rows] = [24, 48]
    const small = new OffscreenCanvas(columns, rows)
    const context = small.getContext('2d')
    context?.drawImage(film, 0, 0, columns, rows)
    return [...(context?.getImageData(0, 0, columns, rows).data ?? [])].filter(
      (_value, at) => at % 4 < 3,
    )
  })
}

/** How far two pictures are from each other, 0 to 255. */
export function difference(one: readonly number[], other: readonly number[]): number {
  const sum = one.reduce((all, value, at) => all + Math.abs(value - (other[at] ?? 0)), 0)
  return sum / one.length
}

/** What a timer and what it draws may differ by. */
export const TICK_MS = 20

/** Notes when, by the page's clock, something first stands in it. */
export async function noteFirst(page: Page, selector: string): Promise<() => Promise<number>> {
  await page.addInitScript((wanted) => {
    new MutationObserver(() => {
      if (!(wanted in sessionStorage) && document.querySelector(wanted)) {
        sessionStorage.setItem(wanted, String(Date.now()))
      }
    }).observe(document, { subtree: true, childList: true, attributes: true })
  }, selector)
  return () => page.evaluate((wanted) => Number(sessionStorage.getItem(wanted)), selector)
}

export const openDownload = (page: Page) =>
  page.getByRole('button', { name: texts.highlights.download }).tap()
export const popup = (page: Page) => page.getByRole('dialog', { name: texts.highlights.download })

/** Opens the film of a weekend's first day as the Orma's owner. */
export async function openAsOwner(page: Page, context: BrowserContext, orma: OrmaServer) {
  const party = await weekend(orma)
  await enter(context, party.owner)
  await page.goto(party.film)
  return party
}
