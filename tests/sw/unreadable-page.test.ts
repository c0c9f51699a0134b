import 'fake-indexeddb/auto'
import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js'
import { beforeEach, expect, it, vi } from 'vitest'

const ORIGIN = 'https://orma.example'
const KEPT_AT = `${ORIGIN}/index.html?__WB_REVISION__=1`
const SCRIPT = '/assets/main-1.js'
const PAGE = `<!doctype html><head></head><script src="${SCRIPT}"></script>`
const PORTAL = '<!doctype html><h1>Welcome to our Wi-Fi</h1>'

/** What the device has of the app, by address. */
let device: Map<string, Response>
/** What the worker has yet to do. */
let work: Promise<unknown>[]

beforeEach(() => {
  device = new Map([
    [KEPT_AT, unreadable()],
    [`${ORIGIN}${SCRIPT}`, new Response()],
  ])
  work = []
})

it('HTML that the device cannot read comes from the server, and is kept', async () => {
  const { open } = await startWorker(() => html(PAGE))
  expect(await open()).toContain(SCRIPT)
  await Promise.all(work)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  expect(await open()).toContain(SCRIPT)
})

it('a portal’s page does not take the place of unreadable HTML', async () => {
  const { open } = await startWorker(() => html(PORTAL))
  expect(await open()).toBe(PORTAL)
  await Promise.all(work)
  expect(device.has(KEPT_AT)).toBe(true)
  vi.stubGlobal('fetch', async () => html(PAGE))
  expect(await open()).toContain(SCRIPT)
})

function html(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/html' } })
}

/** As what a damaged disk gives. */
function unreadable(): Response {
  return new Response(
    new ReadableStream({ pull: (stream) => stream.error(new TypeError('unreadable')) }),
  )
}

/** Gives a function that opens a page under the worker, and resolves with its HTML. */
async function startWorker(answer: () => Response) {
  const location = new URL('/sw.js', ORIGIN)
  const cache = {
    match: async (path: string) => device.get(new URL(path, ORIGIN).href)?.clone(),
    put: async (path: string, response: Response) => device.set(path, response),
  }
  const caches = { open: async () => cache, match: cache.match }
  const registration = { scope: `${ORIGIN}/` }
  class ExtendableEvent extends Event {
    waitUntil(promise: Promise<unknown>): void {
      work.push(promise)
    }
  }
  vi.stubGlobal('ExtendableEvent', ExtendableEvent)
  vi.stubGlobal('FetchEvent', ExtendableEvent)
  vi.stubGlobal('location', location)
  vi.stubGlobal('registration', registration)
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', async () => answer())
  vi.stubGlobal('self', { location, caches, registration })
  vi.resetModules()
  const { nameFiles } = await import('../../sw/precache.ts')
  const { answerNavigation } = await import('../../sw/navigation.ts')
  nameFiles([
    { url: '/index.html', revision: '1' },
    { url: SCRIPT, revision: null },
  ])
  const open = async () => {
    const url = new URL('/login', ORIGIN)
    const event = new ExtendableEvent('fetch')
    const options = { event, url, request: new Request(url), sameOrigin: true }
    const page = await answerNavigation(options as unknown as RouteHandlerCallbackOptions)
    return page.text()
  }
  return { open }
}
