import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import type { Fate } from '../support/gateway.ts'
import { isUpload } from '../support/gateway.ts'
import {
  enter,
  choose,
  expect,
  gallery,
  openUpload,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

const STORED_BLOB = 'a Blob was stored'

test('Q17: no Blob is ever put into IndexedDB', async ({
  page,
  context,
  guest,
  storedHashes,
  path,
}) => {
  const stored: string[] = []
  page.on('console', (message) => stored.push(message.text()))
  await page.addInitScript((words) => {
    const holdsBlob = (value: unknown): boolean =>
      value instanceof Blob ||
      (typeof value === 'object' && value !== null && Object.values(value).some(holdsBlob))
    for (const name of ['add', 'put'] as const) {
      const real = IDBObjectStore.prototype[name]
      IDBObjectStore.prototype[name] = function watched(value, ...key) {
        console.log(holdsBlob(value) ? words : `stored ${this.name}`)
        return real.call(this, value, ...key)
      }
    }
  }, STORED_BLOB)
  await enter(context, guest)
  await page.goto(`${path}/upload`)
  await whenControlled(page)
  await choose(page, await gallery(2))
  await uploadNow(page)
  await expect.poll(storedHashes).toHaveLength(2)
  expect(stored).toContain('stored bytes')
  expect(stored).not.toContain(STORED_BLOB)
})

/** What the server does with the photo while it is discarded. */
const WHILE_DISCARDED: Record<string, Fate> = {
  'on its way': 'pass',
  'stored, unknown to the phone @full': 'reset-after',
}

for (const [state, fate] of Object.entries(WHILE_DISCARDED)) {
  test(`Q22: a photo discarded while it is ${state} leaves no hidden post`, async ({
    page,
    venue,
  }) => {
    const { storedHashes } = await openUpload(page, venue)
    // One that goes as a whole: of an upload in chunks no answer at all would come.
    const [photo] = await gallery(1)
    await choose(page, [photo!])
    venue.gateway.judge((request) => (isUpload(request) ? fate : 'pass'))
    venue.relay.set({ upBytesPerSecond: fate === 'pass' ? 8_000 : 30_000 })
    await uploadNow(page)
    if (fate === 'pass') await expect(page.getByText(texts.upload.uploading)).toBeVisible()
    else await expect.poll(storedHashes).toHaveLength(1)
    await page
      .getByRole('listitem')
      .getByRole('button', { name: `${texts.upload.discard} ${photo!.name}` })
      .click()
    await page
      .getByRole('alertdialog', { name: texts.upload.discardQuestion })
      .getByRole('button', { name: texts.upload.discard })
      .click()
    venue.heal()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect
      .poll(async () => {
        const posts = await storedHashes()
        const items = await page.getByRole('listitem').allTextContents()
        const isSaid = items.some((item) => item.includes(texts.upload.uploaded))
        if (posts.length === 0 ? items.length === 0 : isSaid) return 'settled'
        return { posts: posts.length, items }
      })
      .toEqual('settled')
  })
}

test('Q23: a photo chosen twice is two posts, tapped twice one', async ({ page, venue }) => {
  const { storedHashes } = await openUpload(page, venue)
  const [photo] = await gallery(1)
  await choose(page, [photo!])
  await choose(page, [photo!], 2)
  await expect(
    page.getByRole('status').filter({ hasText: `${texts.upload.draft}: 2` }),
  ).toBeAttached()
  await page.getByRole('button', { name: texts.upload.uploadNow }).dblclick()
  await expect(page.getByText(texts.upload.progress(2, 2))).toBeVisible()
  expect(await storedHashes()).toEqual([photo!.sha256, photo!.sha256])
})
