import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'

const BANNER = new File(['bytes'], 'banner.jpg', { type: 'image/jpeg' })

interface Draft {
  orma: { name: string; banner: File }
  sent: { banner: File }[]
}

beforeEach(async () => (await loadPage()).forgetFiles())

/** The module as a page that has just been loaded has it. */
async function loadPage() {
  vi.resetModules()
  return import('../../../src/device/draft-files.ts')
}

it('gives a page its files again, one in two places as one', async () => {
  const { storeFiles } = await loadPage()
  const stored = storeFiles({ orma: { name: 'Ours', banner: BANNER }, sent: [{ banner: BANNER }] })
  const { restoreFiles } = await loadPage()
  await vi.waitFor(async () => {
    const { orma, sent } = (await restoreFiles(stored)) as Draft
    expect(orma).toMatchObject({ name: 'Ours', banner: { name: 'banner.jpg' } })
    expect(await orma.banner.text()).toBe('bytes')
    expect(sent[0]?.banner).toBe(orma.banner)
  })
})

it('leaves out a file that cannot be stored, and tries again', async () => {
  const file = new File(['bytes'], 'banner.jpg')
  const read = vi.spyOn(file, 'arrayBuffer').mockRejectedValueOnce(new Error('It is gone.'))
  const { storeFiles, restoreFiles } = await loadPage()
  const draft = { name: 'Ours', banner: file }
  expect(await restoreFiles(storeFiles(draft))).toEqual({ name: 'Ours' })
  const stored = storeFiles(draft)
  await expect.poll(() => restoreFiles(stored)).toHaveProperty('banner')
  expect(read).toHaveBeenCalledTimes(2)
})

it('has on the device what the draft has now, and nothing once it is forgotten', async () => {
  const { storeFiles, restoreFiles, forgetFiles } = await loadPage()
  const first = storeFiles({ banner: BANNER })
  await expect.poll(() => restoreFiles(first)).toHaveProperty('banner')
  const second = storeFiles({ banner: new File(['others'], 'other.jpg') })
  await expect.poll(() => restoreFiles(second)).toHaveProperty('banner')
  expect(await restoreFiles(first)).toEqual({})
  await forgetFiles()
  expect(await restoreFiles(second)).toEqual({})
})
