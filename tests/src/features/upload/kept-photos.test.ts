import { beforeEach, expect, it, vi } from 'vitest'
import { randomKey } from '../../../../src/device/random-key.ts'
import { EVENT, USER_ID } from '../../../support/outbox-photos.ts'
import { openPage, signIn } from '../../outbox/open-page.ts'

let page: Awaited<ReturnType<typeof openPage>>
beforeEach(async () => {
  page = await openPage()
})

/** A photo whose bytes are there when the function that comes with it is called. */
function slowPhoto(name: string) {
  const bytes = Promise.withResolvers<ArrayBuffer>()
  const arrayBuffer = vi.fn<() => Promise<ArrayBuffer>>(() => bytes.promise)
  const file = Object.assign(new File([name], name), { arrayBuffer })
  return { file, arrayBuffer, arrive: () => bytes.resolve(new ArrayBuffer(3)), fail: bytes.reject }
}

async function keep(files: File[]) {
  const { keepPhotos } = await import('../../../../src/features/upload/keep-chosen.ts')
  return keepPhotos(files, { eventHash: EVENT, keyOf: randomKey })
}

const names = async () => (await page.outbox.list()).map((item) => 'name' in item && item.name)

it('of many photos a few are read ahead, and all stored in order', async () => {
  const photos = Array.from({ length: 30 }, (_, at) => slowPhoto(`${at}.jpg`))
  const shown: number[] = []
  const unsubscribe = page.subscribeToUploads(() => shown.push(page.currentUploads().photos.length))
  await page.refreshUploads()
  const keeping = keep(photos.map(({ file }) => file))
  const isRead = () => photos.filter(({ arrayBuffer }) => arrayBuffer.mock.calls.length > 0).length
  await expect.poll(isRead).toBe(4)
  photos[0]?.arrive()
  await expect.poll(isRead).toBe(5)
  for (const { arrive } of photos.toReversed()) arrive()
  expect(await keeping).toHaveLength(30)
  unsubscribe()
  // The first at once, and then together.
  expect([shown[0], shown[1], shown.length < 15]).toEqual([0, 1, true])
  expect(await names()).toEqual(photos.map(({ file }) => file.name))
})

it('what did not change on the device stays the same object for who shows it', async () => {
  await signIn()
  await keep([new File(['a'], 'a.jpg')])
  await page.refreshUploads()
  const [before] = page.currentUploads().photos
  await keep([new File(['b'], 'b.jpg')])
  await page.refreshUploads()
  expect(page.currentUploads().photos[0]).toBe(before)
  await page.outbox.change(before!.key, () => ({ ownerMark: 'other' }))
  await page.refreshUploads()
  expect(page.currentUploads().photos[0]).toEqual({ ...before, ownerMark: 'other' })
})

it('chosen photos are all read at once, and stored in their order', async () => {
  const photos = ['1.jpg', '2.jpg', '3.jpg'].map(slowPhoto)
  const keeping = keep(photos.map(({ file }) => file))
  await expect
    .poll(() => photos.map(({ arrayBuffer }) => arrayBuffer.mock.calls.length))
    .toEqual([1, 1, 1])
  for (const { arrive } of photos.toReversed()) arrive()
  expect((await keeping).map(({ place }) => place)).toEqual(['device', 'device', 'device'])
  expect(await names()).toEqual(['1.jpg', '2.jpg', '3.jpg'])
})

it('what is stored after somebody signed in is theirs, whenever it was chosen', async () => {
  const photos = ['1.jpg', '2.jpg'].map(slowPhoto)
  const keeping = keep(photos.map(({ file }) => file))
  photos[0]?.arrive()
  await expect.poll(names).toEqual(['1.jpg'])
  await signIn()
  photos[1]?.arrive()
  await keeping
  expect((await page.outbox.list()).map((item) => item.ownerUserId)).toEqual([null, USER_ID])
})

it('a photo that cannot be read is told, and the others are stored', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const [good, bad] = [slowPhoto('good.jpg'), slowPhoto('bad.jpg')]
  const keeping = keep([bad.file, good.file])
  good.arrive()
  bad.fail(new DOMException('gone', 'NotReadableError'))
  expect(await keeping).toMatchObject([
    { place: undefined, problem: 'This photo could not be saved on this phone.' },
    { place: 'device' },
  ])
  expect(await names()).toEqual(['good.jpg'])
})
