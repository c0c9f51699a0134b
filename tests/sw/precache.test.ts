import 'fake-indexeddb/auto'
import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LAZY_FILES } from '../../contract/routes.ts'
import { fakeCache } from '../support/fake-cache.ts'

const ORIGIN = 'https://orma.example'
const FILM = '/assets/heavy/film-stage-1.js'
const OLDER_FILM = '/assets/heavy/film-stage-0.js'
const SCRIPT = '/assets/main-1.js'
const PAGE = `<!doctype html><head></head><script src="${SCRIPT}"></script>`
const PORTAL = '<!doctype html><h1>Welcome to our Wi-Fi</h1>'
const KEPT_PAGE = '/index.html?__WB_REVISION__=1'

/** What the device has of the app. */
let cache: ReturnType<typeof fakeCache>
/** What the worker has yet to do. */
let work: Promise<unknown>[]

beforeEach(() => {
  cache = fakeCache(ORIGIN)
  work = []
})

describe('a release that takes over', () => {
  it('keeps its own files and those of the release before it, and no older ones', async () => {
    await takeOver({ scripts: ['/assets/a-1.js', '/assets/b-1.js'] })
    await takeOver({ scripts: ['/assets/a-2.js', '/assets/b-1.js'] })
    expect(keptScripts()).toEqual(['/assets/a-1.js', '/assets/a-2.js', '/assets/b-1.js'])
    await takeOver({ scripts: ['/assets/a-3.js', '/assets/b-3.js'] })
    expect(keptScripts()).toEqual([
      '/assets/a-2.js',
      '/assets/a-3.js',
      '/assets/b-1.js',
      '/assets/b-3.js',
    ])
  })

  it('keeps a large script that it has as well, though no release installs it', async () => {
    await takeOver({ scripts: ['/assets/a-1.js'], later: [FILM] })
    keep(FILM)
    await takeOver({ scripts: ['/assets/a-2.js'], later: [FILM] })
    await takeOver({ scripts: ['/assets/a-3.js'], later: [FILM] })
    expect(keptScripts()).toContain(FILM)
  })

  it('keeps the large scripts of the release before it, and no older ones', async () => {
    await takeOver({ scripts: ['/assets/a-1.js'], later: [OLDER_FILM] })
    keep(OLDER_FILM)
    await takeOver({ scripts: ['/assets/a-2.js'], later: [FILM] })
    expect(keptScripts()).toContain(OLDER_FILM)
    await takeOver({ scripts: ['/assets/a-3.js'], later: [FILM] })
    expect(keptScripts()).not.toContain(OLDER_FILM)
  })
})

describe('HTML that the device cannot read', () => {
  beforeEach(() => {
    keep(KEPT_PAGE, unreadable())
    keep(SCRIPT)
  })

  it('comes from the server, and is kept', async () => {
    const openPage = await startWorker(() => html(PAGE))
    expect(await openPage()).toContain(SCRIPT)
    await Promise.all(work)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    expect(await openPage()).toContain(SCRIPT)
  })

  it('is not replaced by a portal’s page', async () => {
    const openPage = await startWorker(() => html(PORTAL))
    expect(await openPage()).toBe(PORTAL)
    await Promise.all(work)
    expect(cache.kept.has(`${ORIGIN}${KEPT_PAGE}`)).toBe(true)
    vi.stubGlobal('fetch', async () => html(PAGE))
    expect(await openPage()).toContain(SCRIPT)
    await Promise.all(work)
  })
})

describe('a release that is installed', () => {
  const FILES = 'abcdefghij'.split('').map((name) => `/assets/${name}.js`)
  const PORTAL_FOR = '/assets/d.js'

  /** Installs the files; gives those that were asked for, and the most at once. */
  async function install(answer: (path: string) => Response) {
    const asked: string[] = []
    let open = 0
    let most = 0
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      const { pathname } = new URL(url)
      asked.push(pathname)
      most = Math.max(most, ++open)
      await Promise.resolve()
      open -= 1
      return answer(pathname)
    })
    const { nameFiles, installFiles } = await loadWorker()
    nameFiles(FILES.map((url) => ({ url, revision: null })))
    const isInstalled = await installFiles(new ExtendableEvent('fetch')).then(
      () => true,
      () => false,
    )
    await Promise.all(work)
    return { asked, most, isInstalled }
  }

  it('fetches eight files at once, whatever the event', async () => {
    const { asked, most, isInstalled } = await install(() => new Response())
    expect({ most, isInstalled }).toEqual({ most: 8, isInstalled: true })
    expect(asked.toSorted()).toEqual(FILES)
    expect(keptScripts()).toEqual(FILES)
  })

  it('fails on a portal’s page, and then fetches only what is missing', async () => {
    const first = await install((path) => (path === PORTAL_FOR ? html(PORTAL) : new Response()))
    expect(first.isInstalled).toBe(false)
    expect(keptScripts()).toEqual(FILES.filter((path) => path !== PORTAL_FOR))
    const second = await install(() => new Response())
    expect(second).toMatchObject({ asked: [PORTAL_FOR], isInstalled: true })
  })

  it('fetches anew what the device cannot read', async () => {
    await install(() => new Response())
    keep(PORTAL_FOR, unreadable())
    expect((await install(() => new Response())).asked).toEqual([PORTAL_FOR])
  })
})

interface Release {
  scripts: string[]
  /** Its large scripts, which it does not install. */
  later?: string[]
}

/** Has the device install a release, whose worker becomes active. */
async function takeOver({ scripts, later = [] }: Release): Promise<void> {
  const { nameFiles, forgetOldFiles } = await loadWorker()
  const revision = `of-${later.map((path) => path.split('/').at(-1)).join('-')}`
  nameFiles([...scripts.map((url) => ({ url, revision: null })), { url: LAZY_FILES, revision }])
  for (const script of scripts) keep(script)
  keep(`${LAZY_FILES}?__WB_REVISION__=${revision}`, Response.json(later))
  await forgetOldFiles()
}

/** A worker with this page, before a server; gives a function that opens a page under it, and resolves with the HTML. */
async function startWorker(answer: () => Response) {
  vi.stubGlobal('fetch', async () => answer())
  const { nameFiles } = await loadWorker()
  const { answerNavigation } = await import('../../sw/navigation.ts')
  nameFiles([
    { url: '/index.html', revision: '1' },
    { url: SCRIPT, revision: null },
  ])
  return async () => {
    const url = new URL('/login', ORIGIN)
    const event = new ExtendableEvent('fetch')
    const options = { event, url, request: new Request(url), sameOrigin: true }
    const page = await answerNavigation(options as unknown as RouteHandlerCallbackOptions)
    return page.text()
  }
}

class WorkerEvent extends Event {
  waitUntil(promise: Promise<unknown>): void {
    work.push(promise)
  }
}

/** As a worker that starts on this device. */
function loadWorker() {
  const worker = {
    location: new URL('/sw.js', ORIGIN),
    caches: { open: async () => cache, match: cache.match },
    registration: { scope: `${ORIGIN}/` },
  }
  for (const name of ['ExtendableEvent', 'FetchEvent']) vi.stubGlobal(name, WorkerEvent)
  for (const [name, value] of Object.entries(worker)) vi.stubGlobal(name, value)
  vi.stubGlobal('self', worker)
  vi.resetModules()
  return import('../../sw/precache.ts')
}

function html(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/html' } })
}

function unreadable(): Response {
  const body = new ReadableStream({ pull: (stream) => stream.error(new TypeError('unreadable')) })
  return new Response(body)
}

function keep(path: string, response = new Response()): void {
  void cache.put(path, response)
}

function keptScripts(): string[] {
  return [...cache.kept.keys()]
    .filter((url) => url.endsWith('.js'))
    .map((url) => new URL(url).pathname)
    .toSorted()
}
