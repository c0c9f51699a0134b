import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LATER_FILES } from '../../contract/routes.ts'

const ORIGIN = 'https://orma.example'
const FILM = '/assets/heavy/film-stage-1.js'
const OLDER_FILM = '/assets/heavy/film-stage-0.js'

/** What the device has of the app, by address. */
let device: Map<string, Response>
/** The releases on their way to this device, as the active worker sees them. */
let registration: { installing: unknown; waiting: unknown }

beforeEach(() => {
  device = new Map()
  registration = { installing: null, waiting: null }
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

  it.each(['installing', 'waiting'] as const)(
    'deletes nothing that the next one, which is %s, has found or fetched',
    async (state) => {
      await takeOver({ scripts: ['/assets/a-0.js'] })
      await takeOver({ scripts: ['/assets/a-1.js'] })
      keep('/assets/a-3.js')
      registration[state] = {}
      await takeOver({ scripts: ['/assets/a-2.js'] })
      expect(keptScripts()).toEqual(['0', '1', '2', '3'].map((name) => `/assets/a-${name}.js`))
    },
  )

  it('deletes nothing more once the next one begins to install', async () => {
    for (const name of ['0', '1', '2']) keep(`/assets/old-${name}.js`)
    const forgetting = vi.spyOn(cache, 'delete').mockImplementationOnce(async (url) => {
      registration.installing = {}
      return device.delete(url)
    })
    await takeOver({ scripts: ['/assets/a-1.js'] })
    expect(forgetting).toHaveBeenCalledOnce()
    expect(keptScripts()).toEqual(['/assets/a-1.js', '/assets/old-1.js', '/assets/old-2.js'])
  })

  it('leaves what it did not delete to the next one', async () => {
    await takeOver({ scripts: ['/assets/a-0.js'] })
    await takeOver({ scripts: ['/assets/a-1.js'] })
    registration.installing = {}
    await takeOver({ scripts: ['/assets/a-2.js'] })
    registration.installing = null
    await takeOver({ scripts: ['/assets/a-3.js'] })
    expect(keptScripts()).toEqual(['/assets/a-2.js', '/assets/a-3.js'])
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
  nameFiles([...scripts.map((url) => ({ url, revision: null })), { url: LATER_FILES, revision }])
  for (const script of scripts) keep(script)
  keep(`${LATER_FILES}?__WB_REVISION__=${revision}`, Response.json(later))
  await forgetOldFiles()
}

/** As a worker that starts on this device. */
function loadWorker() {
  const location = new URL('/sw.js', ORIGIN)
  const caches = { open: async () => cache }
  vi.stubGlobal('ExtendableEvent', Event)
  vi.stubGlobal('location', location)
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('self', { location, caches, registration })
  vi.resetModules()
  return import('../../sw/precache.ts')
}

const cache = {
  match: async (path: string) => device.get(absolute(path))?.clone(),
  put: async (path: string, response: Response) => keep(path, response),
  keys: async () => [...device.keys()].map((url) => ({ url })),
  delete: async (url: string) => device.delete(url),
}

function keep(path: string, response = new Response()): void {
  device.set(absolute(path), response)
}

function keptScripts(): string[] {
  return [...device.keys()]
    .filter((url) => url.endsWith('.js'))
    .map((url) => new URL(url).pathname)
    .toSorted()
}

function absolute(path: string): string {
  return new URL(path, ORIGIN).href
}
