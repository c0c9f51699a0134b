import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EVENT, USER_ID, photoOf, put } from '../../../support/outbox-photos.ts'
import { fillDevice, openPage, signIn } from '../open-page.ts'

/** Requests to the server, as `method path`. */
let asked: string[]

let page: Awaited<ReturnType<typeof openPage>>

// With somebody signed in, on a browser without a worker.
beforeEach(async () => {
  page = await openPage()
  asked = []
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method} ${url}`)
    const headers = {
      location: '/api/events/AAAAAAAAAAAAAAAAAAAAAA/uploads/1',
      'upload-offset': '0',
    }
    return new Response(null, { status: method === 'POST' ? 201 : 204, headers })
  })
  await signIn()
})

describe('a photo discarded on a full device', () => {
  it('is asked for where its sender has said that it is on its way', async () => {
    const { outbox, discardShown } = page
    const key = await put(outbox)
    const shown = { ...(await photoOf(outbox, key))!, state: 'sending' as const }
    fillDevice()
    await discardShown(shown)
    await expect.poll(() => outbox.list(), { timeout: 30_000 }).toEqual([])
    expect(asked.map((request) => request.split(' ')[0])).toEqual(['POST', 'DELETE'])
  })

  it('goes at once where it is shown as waiting', async () => {
    const { outbox, discardShown } = page
    const key = await put(outbox)
    fillDevice()
    await discardShown((await photoOf(outbox, key))!)
    expect(await outbox.list()).toEqual([])
    expect(asked).toEqual([])
  })

  it('does not come back as the draft that it was sent from', async () => {
    const { outbox, memoryOutbox, submitAll, discardShown } = page
    const key = await put(outbox, { state: 'draft' })
    const other = await put(outbox, { state: 'draft' })
    fillDevice()
    await submitAll(EVENT, USER_ID)
    await discardShown((await photoOf(memoryOutbox, key))!)
    expect(await memoryOutbox.list()).toMatchObject([{ key: other }])
    expect(await outbox.list()).toMatchObject([{ key: other, state: 'draft' }])
  })

  it('is asked for before its user leaves, who waits for nothing longer than some seconds', async () => {
    const { outbox } = page
    const { discardBeforeLeaving } =
      await import('../../../../src/outbox/page/discard-before-leaving.ts')
    await put(outbox, { mayBeStored: true })
    await put(outbox)
    fillDevice()
    await discardBeforeLeaving(USER_ID)
    expect(await outbox.list()).toEqual([])
    expect(asked.map((request) => request.split(' ')[0])).toEqual(['POST', 'DELETE'])
  })
})
