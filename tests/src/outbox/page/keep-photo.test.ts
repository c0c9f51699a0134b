import { beforeEach, expect, it, vi } from 'vitest'
import type * as KeepPhoto from '../../../../src/outbox/page/keep-photo.ts'
import type { Outbox } from '../../../../src/outbox/store/outbox.ts'
import { EVENT, USER_ID } from '../../../support/outbox-photos.ts'
import { fillDevice, openPage } from '../open-page.ts'

const FILE = new File(['photo'], 'a.jpg', { type: 'image/jpeg' })

let keepPhoto: typeof KeepPhoto.keepPhoto
let outbox: Outbox
let memoryOutbox: Outbox

beforeEach(async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  ;({ outbox, memoryOutbox } = await openPage())
  ;({ keepPhoto } = await import('../../../../src/outbox/page/keep-photo.ts'))
})

const keep = () => keepPhoto(FILE, { eventHash: EVENT, userId: USER_ID })

/** Has the device report a failure of a photo that it has stored. */
function failAfterStoring(): void {
  const add = outbox.add.bind(outbox)
  vi.spyOn(outbox, 'add').mockImplementationOnce(async (...photo) => {
    await add(...photo)
    throw new DOMException('The connection was lost.', 'UnknownError')
  })
}

it('keeps a photo once that the device has stored and reports as failed', async () => {
  failAfterStoring()
  expect(await keep()).toBe('device')
  expect(await outbox.list()).toMatchObject([{ name: 'a.jpg', state: 'draft' }])
  expect(await memoryOutbox.list()).toEqual([])
})

it('has one key for a photo in memory and on the device, for one post', async () => {
  failAfterStoring()
  vi.spyOn(outbox, 'list').mockRejectedValueOnce(new DOMException('lost', 'UnknownError'))
  expect(await keep()).toBe('memory')
  const [stored] = await outbox.list()
  expect(await memoryOutbox.list()).toMatchObject([{ key: stored?.key }])
})

it('keeps a photo in memory that the device has no room for', async () => {
  fillDevice()
  expect(await keep()).toBe('memory')
  expect(await outbox.list()).toEqual([])
  expect(await memoryOutbox.list()).toMatchObject([{ name: 'a.jpg', isInMemory: true }])
})
