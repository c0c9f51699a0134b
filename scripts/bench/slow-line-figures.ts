import { FIRST_PHOTOS } from '../../contract/routes.ts'
import { serveDemo } from './demo-server.ts'
import type { Figure } from './figure.ts'
import { openSlowPhone } from './slow-phone.ts'

const BYTES_PER_SECOND = 50_000
const ROUND_TRIP_MS = 400
const LINE = {
  latencyMs: ROUND_TRIP_MS / 2,
  upBytesPerSecond: BYTES_PER_SECOND,
  downBytesPerSecond: BYTES_PER_SECOND,
}
/** The page, what it names, and the photos that its script draws. The line's own handshakes take no time here. */
const ROUND_TRIPS = 3
const RUNS = 3
/** What must be there before photos can be seen; the app and the typeface need not. */
const NEEDED = /^\/(?:[^/]{22}$|assets\/(?:index|rolldown)-|assets\/[^/]+\.css$|media\/)/

/**
 * How soon an Orma's first photos are on the screen over a slow line, at a first visit, beside what that line needs for their
 * bytes, the page's and its first script's, and for three round trips: nothing else may stand in their way.
 */
export async function slowLineFigures(): Promise<Figure[]> {
  const demo = await serveDemo()
  const phone = await openSlowPhone(demo.port, LINE)
  try {
    const runs: { seen: number; needed: number }[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const context = await phone.takeNew()
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      const addresses = new Map<string, string>()
      const sizes = new Map<string, number>()
      session.on('Network.requestWillBeSent', ({ requestId, request }) => {
        addresses.set(requestId, request.url)
      })
      session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
        sizes.set(addresses.get(requestId) ?? '', encodedDataLength)
      })
      await page.addInitScript(noteFirstPhotos, FIRST_PHOTOS)
      await page.goto(`/${demo.event_hash}`, { waitUntil: 'commit' })
      await page.waitForFunction(() => 'photosSeen' in window, undefined, { timeout: 120_000 })
      const { at, sources } = await page.evaluate(() => (window as unknown as Seen).photosSeen)
      const needed = [...sizes].filter(([url]) => isNeeded(new URL(url).pathname, url, sources))
      const bytes = needed.reduce((sum, [, size]) => sum + size, 0)
      const others = [...sizes].filter(
        ([url, size]) => size > 0 && !needed.some(([each]) => each === url),
      )
      const named = others.map(([url, size]) => `${new URL(url).pathname} ${size}`)
      console.error(`seen at ${Math.round(at)} ms; beside what they need came: ${named.join(', ')}`)
      runs.push({
        seen: at,
        needed: (1000 * bytes) / BYTES_PER_SECOND + ROUND_TRIPS * ROUND_TRIP_MS,
      })
      await context.close()
    }
    // The line is the clock here: what else the machine does can only make a run longer.
    const best = runs.toSorted((one, other) => one.seen / one.needed - other.seen / other.needed)[0]
    return [
      {
        name: `first ${FIRST_PHOTOS} photos over 50 kB/s, beside what their bytes need`,
        measured: best?.seen ?? NaN,
        limit: best?.needed ?? NaN,
        unit: 'ms',
        budget: { atMost: 1.2 },
        isHeld: true,
      },
    ]
  } finally {
    await phone.close()
    await demo.close()
  }
}

interface Seen {
  photosSeen: { at: number; sources: string[] }
}

/** Of pictures only those that are seen: the banner, and the first photos. */
function isNeeded(path: string, url: string, sources: readonly string[]): boolean {
  return NEEDED.test(path) && (!path.startsWith('/media/') || sources.includes(url))
}

/** Runs in the page: notes the frame in which so many photos have their pixels. */
function noteFirstPhotos(count: number): void {
  const look = () => {
    const photos = [...document.querySelectorAll<HTMLImageElement>('.feed-grid-tile img')].slice(
      0,
      count,
    )
    const isThere = ({ complete, naturalWidth }: HTMLImageElement) => complete && naturalWidth > 0
    if (photos.length < count || !photos.every(isThere)) {
      requestAnimationFrame(look)
      return
    }
    const banner = [...document.querySelectorAll<HTMLImageElement>('.banner img')].filter(isThere)
    const sources = [...photos, ...banner].map(({ currentSrc }) => currentSrc)
    Object.assign(window, { photosSeen: { at: performance.now(), sources } })
  }
  requestAnimationFrame(look)
}
