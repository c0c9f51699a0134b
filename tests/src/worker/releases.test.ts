import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { RegisteredWorker } from '../../../src/worker/register-worker.ts'
import { offerReleases, untilAppIsThere, watchScripts } from '../../../src/worker/releases.ts'
import { memoryStorage } from '../../support/memory-storage.ts'

const OWN = new URL('../../../src/worker/releases.ts', import.meta.url).pathname
const PIECE = 'https://orma.example/assets/app-menu-1.js'
const PORTAL = () => html('<h1>Welcome to our network</h1>')
const NEWER = () => html('<script src="/assets/index-of-another.js"></script>')
const SAME = () => html(`<script src="/assets/main-1.js"></script><script src="${OWN}"></script>`)
const MISSING = () => new Response('', { status: 404 })
const SCRIPT = () => new Response('export {}')
const DEAD = () => Promise.reject<Response>(new TypeError('no network'))

/** What the server answers now, by path; `page` is what the person does with the page. */
let server: Record<'/' | 'script', () => Response | Promise<Response>>
let page: { isHidden: boolean; words: string; isUploading: boolean }
const reload = vi.fn<() => void>()
const unregister = vi.fn<() => void>()
const onSilence = vi.fn<() => void>()
/** How often the page was loaded anew, and how often its worker was left for that. */
const happened = () => ({ reloads: reload.mock.calls.length, left: unregister.mock.calls.length })

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  server = { '/': SAME, script: SCRIPT }
  page = { isHidden: false, words: '', isUploading: false }
  vi.stubGlobal('fetch', async (path: string) => (path === '/' ? server['/']() : server.script()))
  vi.stubGlobal('location', { reload, pathname: '/' })
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: { controller: {}, getRegistration: async () => ({ unregister }) },
  })
  vi.stubGlobal('document', {
    addEventListener: () => undefined,
    fullscreenElement: null,
    querySelectorAll: (what: string) =>
      what.startsWith('textarea') ? [{ value: page.words }] : [],
    get hidden() {
      return page.isHidden
    },
  })
})

describe('a page goes on with its release', () => {
  it('until the next one is accepted, which is offered when nobody writes', async () => {
    page.words = 'What a lovely'
    const { next, offers, accept, activateWaiting, becomeControlled } = openPage()
    next()
    await soon()
    expect(offers()).toBe(0)
    page.words = ''
    await soon()
    expect(offers()).toBe(1)
    accept()
    expect(activateWaiting).toHaveBeenCalledOnce()
    becomeControlled()
    await soon()
    expect(happened()).toEqual({ reloads: 1, left: 0 })
  })

  it('until it is hidden and idle, where another page has accepted the next one', async () => {
    const { next, becomeControlled } = openPage()
    next()
    becomeControlled()
    await soon()
    expect(happened().reloads).toBe(0)
    Object.assign(page, { isHidden: true, isUploading: true })
    await soon()
    page.isUploading = false
    expect(happened().reloads).toBe(0)
    await soon()
    expect(happened().reloads).toBe(1)
  })
})

describe('an old worker that does not end', () => {
  const acceptNext = async () => {
    const opened = openPage()
    opened.next()
    await soon()
    opened.accept()
    await vi.advanceTimersByTimeAsync(19_000)
    expect(happened()).toEqual({ reloads: 0, left: 0 })
    return opened
  }

  it('is left once the server gives the app, and not a portal its page', async () => {
    await acceptNext()
    for (const answer of [() => html('<h1>Bad gateway</h1>', 502), PORTAL, DEAD]) {
      server['/'] = answer
      await vi.advanceTimersByTimeAsync(5_000)
    }
    expect(happened()).toEqual({ reloads: 0, left: 0 })
    server['/'] = NEWER
    await vi.advanceTimersByTimeAsync(5_000)
    expect(happened()).toEqual({ reloads: 1, left: 1 })
  })

  it('is not left for an upload that has begun, nor where it ends after all', async () => {
    server['/'] = () => {
      page.isUploading = true
      return NEWER()
    }
    const { waiting } = await acceptNext()
    await vi.advanceTimersByTimeAsync(20_000)
    waiting.state = 'activated'
    page.isUploading = false
    await vi.advanceTimersByTimeAsync(20_000)
    expect(happened()).toEqual({ reloads: 0, left: 0 })
  })
})

describe('a piece of the page whose script cannot be loaded', () => {
  it('says on a dead line, or behind a portal, only that there is none', async () => {
    const miss = watchPieces()
    for (const answer of [DEAD, PORTAL]) {
      server.script = answer
      await miss(PIECE)
    }
    server['/'] = PORTAL
    await miss('')
    server.script = MISSING
    await miss(PIECE)
    expect(onSilence).toHaveBeenCalledTimes(4)
    expect(happened()).toEqual({ reloads: 0, left: 0 })
  })

  it('has the page loaded anew, once, if the server has it and it fails twice', async () => {
    const miss = watchPieces()
    await miss(PIECE)
    expect(happened().reloads).toBe(0)
    await miss(PIECE)
    await miss(PIECE)
    expect(happened()).toEqual({ reloads: 1, left: 0 })
  })

  it.each([PIECE, ''])(
    'has the page leave its worker, once, if it is gone (%o)',
    async (script) => {
      const miss = watchPieces()
      Object.assign(server, { script: MISSING, '/': NEWER })
      await miss(script)
      await miss(script)
      expect(happened()).toEqual({ reloads: 1, left: 1 })
    },
  )

  it('is missing from this release: nothing helps', async () => {
    const miss = watchPieces()
    server.script = MISSING
    await miss(PIECE)
    await miss('')
    expect(onSilence).not.toHaveBeenCalled()
    expect(happened()).toEqual({ reloads: 0, left: 0 })
  })

  it('has no page loaded anew in which somebody writes', async () => {
    const miss = watchPieces()
    Object.assign(server, { script: MISSING, '/': NEWER })
    page.words = 'What a lovely'
    await miss(PIECE)
    expect(happened()).toEqual({ reloads: 0, left: 0 })
    page.words = ''
    await miss(PIECE)
    expect(happened()).toEqual({ reloads: 1, left: 1 })
  })
})

describe('an app that does not start', () => {
  it('is waited for until all of its scripts are there', async () => {
    server.script = DEAD
    const isThere = untilAppIsThere([PIECE])
    for (const answer of [DEAD, PORTAL, MISSING]) {
      server.script = answer
      await vi.advanceTimersByTimeAsync(60_000)
    }
    server.script = SCRIPT
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await isThere).toBe(true)
    expect(happened().left).toBe(0)
  })

  it('is loaded anew three times at most', async () => {
    const tries = []
    for (let at = 0; at < 4; at += 1) tries.push(await untilAppIsThere([PIECE]))
    expect(tries).toEqual([true, true, true, false])
  })

  it('leaves its worker, once, where it is gone', async () => {
    Object.assign(server, { script: MISSING, '/': NEWER })
    expect(await untilAppIsThere([PIECE])).toBe(true)
    expect(await untilAppIsThere([PIECE])).toBe(false)
    expect(happened().left).toBe(1)
  })

  it('is not loaded anew where a tab can note nothing: it would be without end', async () => {
    const forbidden = () => {
      throw new DOMException('forbidden', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: forbidden, setItem: forbidden })
    expect(await untilAppIsThere([PIECE])).toBe(false)
  })
})

/** A page under its worker, before which releases come. */
function openPage() {
  const listeners = new Map<string, () => void>()
  const waiting = { state: 'installed' }
  const registration = { active: {}, installing: null, waiting: null as object | null }
  const activateWaiting = vi.fn<() => Promise<void>>().mockResolvedValue()
  const onReady = vi.fn<(accept: () => void) => void>()
  const workbox = {
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
  }
  const worker = { workbox, registration, activateWaiting } as unknown as RegisteredWorker
  offerReleases(worker, onReady, () => page.isUploading)
  return {
    waiting,
    activateWaiting,
    next: () => {
      registration.waiting = waiting
      listeners.get('waiting')?.()
    },
    offers: () => onReady.mock.calls.length,
    accept: () => onReady.mock.lastCall?.[0](),
    becomeControlled: () => listeners.get('controlling')?.(),
  }
}

/** A page that watches its scripts; gives a function that has one fail. Without a name, as Safari gives none. */
function watchPieces() {
  let heed: ((event: unknown) => void) | undefined
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof heed) => (heed = listener))
  watchScripts(onSilence)
  return async (script: string) => {
    const payload = new TypeError(`Failed to load a module script: ${script}`)
    heed?.({ payload, preventDefault: () => undefined })
    await vi.advanceTimersByTimeAsync(0)
  }
}

/** In time for whoever looks each second. */
const soon = () => vi.advanceTimersByTimeAsync(2_000)

function html(body: string, status = 200): Response {
  return new Response(body, { status, headers: { 'content-type': 'text/html' } })
}
