import 'fake-indexeddb/auto'
import { clear } from 'idb-keyval'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { noteContact } from '../../../src/api/contact.ts'
import { answers, listIds, ormas, posts } from '../../../src/cache/cache-database.ts'
import { forgetEverything, changeCachedOrma } from '../../../src/cache/cached-ormas.ts'
import {
  downloadOf,
  forgetDownloads,
  lookAtDownload,
  pauseDownload,
  removeDownload,
  startDownload,
} from '../../../src/download/downloads.ts'
import { EVENT_HASH } from '../../support/post-shapes.ts'

/** What happens while the server is asked; the answer does not come. */
let meanwhile: () => void | Promise<void>
let page: EventTarget

beforeEach(async () => {
  forgetDownloads()
  for (const store of [answers, posts, ormas]) await clear(store)
  await lookAtDownload(EVENT_HASH)
  vi.stubGlobal('location', new URL('http://localhost/'))
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('fetch', async () => {
    await meanwhile()
    throw new TypeError('no network')
  })
})

const stateAfterStart = async () => {
  await startDownload(EVENT_HASH, undefined)
  return downloadOf(EVENT_HASH).state
}

describe('a download that ends before it is through', () => {
  it('has failed where the line broke off', async () => {
    meanwhile = () => undefined
    expect(await stateAfterStart()).toBe('failed')
    expect(await listIds(EVENT_HASH)).toEqual([])
  })

  it('is paused where it was paused here, and can be begun again', async () => {
    meanwhile = () => pauseDownload(EVENT_HASH)
    expect(await stateAfterStart()).toBe('paused')
    meanwhile = () => undefined
    expect(await stateAfterStart()).toBe('failed')
  })

  it('is none any more where another tab let the Orma go, or forgot everything', async () => {
    meanwhile = () => changeCachedOrma(EVENT_HASH, { isWanted: false, isWhole: false })
    expect(await stateAfterStart()).toBe('none')
    meanwhile = () => forgetEverything()
    expect(await stateAfterStart()).toBe('none')
  })

  it('stays unknown where this page forgets all downloads', async () => {
    meanwhile = () => forgetDownloads()
    expect(await stateAfterStart()).toBe('unknown')
  })
})

describe('a download that broke off', () => {
  it('waits for a press where the server refused, which it would do again', async () => {
    let asked = 0
    vi.stubGlobal('fetch', async () => {
      asked += 1
      return Response.json({ success: false, error: 'Paused', code: 'paused' }, { status: 403 })
    })
    expect(await stateAfterStart()).toBe('failed')
    noteContact(false)
    noteContact(true)
    expect(downloadOf(EVENT_HASH).state).toBe('failed')
    expect(asked).toBe(1)
  })

  it('goes on once each time that the line is back, and not before', async () => {
    let asked = 0
    meanwhile = () => void (asked += 1)
    await stateAfterStart()
    expect(asked).toBe(1)
    // The browser has a network again, which the server is not reached by yet.
    page.dispatchEvent(new Event('online'))
    expect(downloadOf(EVENT_HASH).state).toBe('failed')
    noteContact(true)
    expect(downloadOf(EVENT_HASH).state).toBe('running')
    await vi.waitFor(() => expect(downloadOf(EVENT_HASH).state).toBe('failed'))
    expect(asked).toBe(2)
  })

  it('does not go on where the Orma was let go meanwhile', async () => {
    meanwhile = () => undefined
    await stateAfterStart()
    await removeDownload(EVENT_HASH)
    noteContact(true)
    expect(downloadOf(EVENT_HASH).state).toBe('none')
  })
})
