import { IDBFactory, IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listPhotos } from '../../src/outbox/store/outbox-item.ts'
import type * as OutboxModule from '../../src/outbox/store/outbox.ts'
import type * as PhotoActions from '../../src/outbox/queue/photo-actions.ts'
import type * as Routing from 'workbox-routing'
import type * as SharedPhotos from '../../sw/shared-photos.ts'

const HASH = 'AAAAAAAAAAAAAAAAAAAAAA'
const ADDRESS = 'https://orma.example/share'
const JPEG_HEAD = [0xff, 0xd8, 0xff]
let outbox: OutboxModule.Outbox
let actions: typeof PhotoActions
let worker: typeof SharedPhotos
let routing: typeof Routing

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('self', { location: new URL('https://orma.example/sw.js') })
  vi.resetModules()
  outbox = (await import('../../src/outbox/store/outbox.ts')).outbox
  actions = await import('../../src/outbox/queue/photo-actions.ts')
  worker = await import('../../sw/shared-photos.ts')
  routing = await import('workbox-routing')
})
/** The beginning of a photo whose content is its name; of what ends in `.txt` the name alone. */
function share(...names: string[]): Promise<Response> {
  const body = new FormData()
  for (const name of names) {
    const head = Uint8Array.from(name.endsWith('.txt') ? [] : JPEG_HEAD)
    body.append('photos', new File([head, name], name, { type: 'image/jpeg' }))
  }
  return worker.receiveSharedPhotos({ request: new Request(ADDRESS, { method: 'POST', body }) })
}

describe('photos shared with the app', () => {
  it('are kept as drafts without an Orma, however many', async () => {
    const names = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg', '6.jpg']
    const answer = await share(...names)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/share'])
    const photos = await listPhotos(outbox)
    expect(photos.map(({ name }) => name)).toEqual(names)
    for (const photo of photos) {
      expect(photo).toMatchObject({ state: 'draft', eventHash: '', ownerUserId: null })
      const bytes = await outbox.readBytes(photo.key)
      expect(new TextDecoder().decode(bytes?.slice(JPEG_HEAD.length))).toBe(photo.name)
    }
  })

  it('go to the Orma that is chosen, and up with UPLOAD NOW', async () => {
    await share('1.jpg')
    await actions.giveOrma(outbox, HASH, 7)
    await actions.submitDrafts(outbox, HASH, 7)
    expect(await outbox.list()).toMatchObject([{ eventHash: HASH, state: 'waiting' }])
  })

  it('are told of when the device has no room for them', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const answer = await share('1.jpg', '2.jpg')
    expect(answer.headers.get('location')).toBe('/share?lost=1')
    expect((await listPhotos(outbox)).map(({ name }) => name)).toEqual(['2.jpg'])
  })

  it('are kept without the files that are none, whose names are told', async () => {
    const answer = await share('notes & more.txt', '1.jpg', '2.txt')
    const { searchParams } = new URL(answer.headers.get('location') ?? '', ADDRESS)
    expect(JSON.parse(searchParams.get('foreign') ?? '')).toEqual(['notes & more.txt', '2.txt'])
    expect(searchParams.has('lost')).toBe(false)
    expect((await listPhotos(outbox)).map(({ name }) => name)).toEqual(['1.jpg'])
  })

  it('are none where something else than a form arrives', async () => {
    const request = new Request(ADDRESS, { method: 'POST', body: 'x' })
    const answer = await worker.receiveSharedPhotos({ request })
    expect(answer.headers.get('location')).toBe('/share')
    expect(await outbox.list()).toEqual([])
  })

  it('are told to be lost where they cannot be read', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const broken = new ReadableStream({
      pull: (stream) => stream.error(new TypeError('A file could not be read.')),
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=of-the-gallery' }
    // What Node wants of a stream, and a browser's types do not know.
    const init = { method: 'POST', headers, body: broken, duplex: 'half' }
    const request = new Request(ADDRESS, init)
    const answer = await worker.receiveSharedPhotos({ request })
    expect(answer.headers.get('location')).toBe('/share?lost=1')
    expect(await outbox.list()).toEqual([])
  })

  it('are known by method and address', () => {
    const router = new routing.Router()
    router.registerRoute(
      new routing.Route(worker.isShareRequest, worker.receiveSharedPhotos, 'POST'),
    )
    const isShareRequest = (address: string, method: string) => {
      const url = new URL(address)
      const request = new Request(url, { method })
      const sameOrigin = url.origin === 'https://orma.example'
      const event = new Event('fetch') as ExtendableEvent
      return router.findMatchingRoute({ event, request, sameOrigin, url }).route !== undefined
    }
    expect(isShareRequest(ADDRESS, 'POST')).toBe(true)
    expect(isShareRequest(ADDRESS, 'GET')).toBe(false)
    expect(isShareRequest('https://orma.example/api/share', 'POST')).toBe(false)
    expect(isShareRequest('https://elsewhere.example/share', 'POST')).toBe(false)
  })
})
