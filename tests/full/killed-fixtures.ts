import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { DEFAULT_PRODUCT, LAZY_FILES, MEDIA_BASE } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { toForm } from '../support/api-client.ts'
import type { Person } from '../support/api-client.ts'
import { createKillableBrowser } from '../support/killable-browser.ts'
import { makePhoto } from '../support/photos.ts'
import type { LineFaults } from '../support/relay.ts'
import type { Venue } from '../support/venue.ts'
import { areLaterFilesKept } from '../e2e/app-routes.ts'
import { addPosts } from '../e2e/offline-fixtures.ts'
import { enter, expect, startParty, test as base, whenControlled } from '../e2e/venue-fixtures.ts'
import type { Party } from '../e2e/venue-fixtures.ts'

interface Fixtures {
  /** Opens a browser that keeps its profile; where one is open, that is killed first. Somebody may be signed in there. */
  openBrowser: (user?: Person) => Promise<Page>
}

/** A desktop's pointer, which a browser without a screen has not: some pages are for desktops alone. */
const POINTER = '--blink-settings=primaryPointerType=4,availablePointerTypes=4'

export const test = base.extend<Fixtures>({
  openBrowser: async ({ watch }, use) => {
    const browser = await createKillableBrowser({ flags: [POINTER] })
    await use(async (user) => {
      await browser.kill9()
      const context = await browser.open()
      watch(context)
      if (user) await enter(context, user)
      const page = await context.newPage()
      await page.setViewportSize({ width: 1440, height: 900 })
      return page
    })
    await browser.close()
  },
})

export const OUTAGES: [name: string, faults: LineFaults][] = [
  ['refuses everything', { refuse: true }],
  ['swallows everything', { blackHole: true }],
]

/** How long somebody looks at a page who goes on at once. */
export const GLANCE_MS = 300
/** What is not here is said by then, from when the page is there; what is over is for a machine that has other work. */
const SAID_WITHIN_MS = 3000 + 1500
const LOOK_AGAIN_MS = 50
/** A banner, a picture, and the first photo below. */
const FIRST_PHOTOS = 3

/** Words that say that something is not here, or as old as it is. */
const SAYINGS = [
  texts.offline.offline,
  texts.offline.silent,
  texts.offline.failed,
  texts.offline.notHere,
  texts.event.loadFailed,
  texts.event.gone,
  texts.feed.failed,
  texts.post.loadFailed,
  texts.highlights.loadFailed,
]

/** What a page is looked through for: where photos lie, and words that stand where something is still to come. */
const WHAT = { media: MEDIA_BASE, waits: [texts.common.loading, texts.slideshow.settingUp] }

/** What somebody sees of a page. */
export interface Look {
  /** Paths of the photos in view that have pixels. */
  photos: string[]
  /** Of these and of all others on the page. */
  loaded: string[]
  text: string
  /** Something turns, or stands in the place of what is still to come. */
  isWaiting: boolean
}

/** An Orma with a banner, a picture and photos. */
export interface Evening extends Party {
  orma: Place
  post: Place
  /** In an order in which each is loaded: none follows another that differs in its hash alone. */
  others: Place[]
}

interface Place {
  address: string
  /** How many photos it shows at least. */
  photos: number
}

export async function startEvening(venue: Venue, photos = 12): Promise<Evening> {
  const party = await startParty(venue)
  const { event, owner } = party
  const params = { event_hash: event.event_hash }
  const form = toForm({})
  for (const field of ['banner', 'profile_image']) {
    const picture = await makePhoto({ width: 1600, height: 800, orientation: 1 })
    form.set(field, new Blob([new Uint8Array(picture)]), `${field}.jpg`)
  }
  await venue.client.call(api.updateEvent, { params, form, token: owner.token })
  const posts = await addPosts(venue.client, event, owner, photos)
  const { body: slots } = await venue.client.call(api.listTimeslots, { params })
  const place = (path: string, least: number): Place => ({
    address: `${venue.url}/${event.event_hash}${path}`,
    photos: least,
  })
  return {
    ...party,
    orma: place('', 8),
    post: place(`/post/${posts[0]?.id}`, 1),
    others: [
      place('#timeline', 4),
      place('/memories/viewall', 1),
      place(`#${DEFAULT_PRODUCT.slug}`, 3),
      place(`/timeslot/${slots[0].timeslot}`, 8),
      place('/upload', 0),
      place('/slideshow', 1),
      place('/splash-screen', 1),
    ],
  }
}

/** Gives a browser the app with all its files, by a visit of somebody else's Orma. */
export async function installApp(page: Page, venue: Venue): Promise<void> {
  const { event } = await startParty(venue)
  await page.goto(`${venue.url}/${event.event_hash}`)
  await whenControlled(page)
  await expect.poll(() => page.evaluate(areLaterFilesKept, LAZY_FILES)).toBe(true)
}

/** Opens a page and looks at it for a moment, from when all that it shows is there; gives what was seen. */
export async function glance(page: Page, { address, photos }: Place): Promise<Look> {
  await page.goto(address, { waitUntil: 'commit' })
  const shownPhotos = async () => {
    const look = await see(page)
    return look.isWaiting || look.text === '' ? -1 : look.photos.length
  }
  await expect
    .poll(shownPhotos, { message: `photos of ${address}`, intervals: [LOOK_AGAIN_MS] })
    .toBeGreaterThanOrEqual(photos)
  await wait(GLANCE_MS)
  return see(page)
}

/** Opens a page and gives what is seen of it with the frame that has its first photos. */
export async function peek(page: Page, { address, photos }: Place): Promise<Look> {
  await page.goto(address, { waitUntil: 'commit' })
  const what = { ...WHAT, least: Math.min(photos, FIRST_PHOTOS) }
  const look = await page.waitForFunction(lookAt, what, { polling: 'raf' })
  return (await look.jsonValue()) as Look
}

/** Looks at one page after the other; gives what was last seen of each, by its address. */
export async function seeAll(
  page: Page,
  places: readonly Place[],
  look: (page: Page, place: Place) => Promise<Look>,
): Promise<Map<string, Look>> {
  const seen = new Map<string, Look>()
  for (const place of places) seen.set(place.address, await look(page, place))
  return seen
}

/** Opens a page and leaves it with its first frames; gives what was seen. */
export async function glimpse(page: Page, address: string): Promise<Look> {
  await page.goto(address, { waitUntil: 'commit' })
  await wait(GLANCE_MS)
  return see(page)
}

/** What is wrong with pages without a network, by their address. Absent: nothing was seen of it. */
export async function faultsOfAll(
  page: Page,
  seen: ReadonlyMap<string, Look | undefined>,
  names: readonly string[],
): Promise<string[]> {
  const all: string[] = []
  for (const [address, look] of seen) {
    const faults = await faultsWithout(page, address, { seen: look, names })
    all.push(...faults.map((fault) => `${address}: ${fault}`))
  }
  return all
}

/**
 * Opens a page where there is no network. Gives what is wrong with it when it has had its time: what was seen and is not there
 * any more, that it waits without a word, or that it says nothing of what was never seen. `names` are looked for where they were seen.
 */
async function faultsWithout(
  page: Page,
  address: string,
  { seen, names }: { seen?: Look | undefined; names: readonly string[] },
): Promise<string[]> {
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  const deadline = Date.now() + SAID_WITHIN_MS
  for (;;) {
    const faults = faultsOf(await see(page), seen, names)
    if (faults.length === 0 || Date.now() > deadline) return faults
    await wait(LOOK_AGAIN_MS)
  }
}

function faultsOf(shown: Look, seen: Look | undefined, names: readonly string[]): string[] {
  const says = SAYINGS.some((words) => has(shown, words))
  const isBlank = shown.text === '' && shown.photos.length === 0
  const lost = seen?.photos.filter((photo) => !shown.loaded.includes(photo)) ?? []
  const lostNames = names.filter((name) => seen && has(seen, name) && !has(shown, name))
  return [
    ...(lost.length > 0 ? [`${lost.length} of ${seen?.photos.length} photos are missing`] : []),
    ...lostNames.map((name) => `“${name}” is missing`),
    ...(shown.isWaiting && !says ? ['waits without a word'] : []),
    ...(isBlank || (!seen && !says) ? ['does not say that it is not here'] : []),
  ]
}

/** Headings may be set in capitals. */
function has({ text }: Look, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase())
}

async function see(page: Page): Promise<Look> {
  return (await page.evaluate(lookAt, { ...WHAT, least: 0 })) as Look
}

/** Runs in a page. Undefined as long as it shows fewer photos than `least`. */
function lookAt({ media, waits, least }: typeof WHAT & { least: number }): Look | undefined {
  const isInView = (element: Element) => {
    const { bottom, top, width } = element.getBoundingClientRect()
    const isVisible = element.checkVisibility({ opacityProperty: true })
    return isVisible && width > 0 && bottom > 0 && top < innerHeight
  }
  const pathOf = ({ currentSrc }: HTMLImageElement) => new URL(currentSrc, location.href).pathname
  const loaded = [...document.images].filter(
    (image) => image.complete && image.naturalWidth > 0 && pathOf(image).startsWith(media),
  )
  const photos = loaded.filter(isInView).map(pathOf)
  if (photos.length < least) return undefined
  const text = document.body?.innerText.trim() ?? ''
  const turning = document.querySelectorAll(`[role=progressbar], [aria-label="${waits[0]}"]`)
  return {
    photos,
    loaded: loaded.map(pathOf),
    text,
    isWaiting: [...turning].some(isInView) || waits.some((words) => text.includes(words)),
  }
}
