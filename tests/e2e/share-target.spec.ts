import { SHARE } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { RECENT_KEY } from '../../src/device/recent-ormas.ts'
import {
  expect,
  gallery,
  signIn,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

test('photos shared from the gallery are kept without a network, given an Orma, and go up', async ({
  page,
  context,
  venue,
}) => {
  const earlier = await startParty(venue)
  const { event, guest, storedHashes } = await startParty(venue)
  await signIn(context, venue, guest)
  for (const { event_hash, name } of [earlier.event, event]) {
    await page.goto(`/${event_hash}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    // Both of them are shown by the server's HTML alone; the page itself notes the visit.
    await expect
      .poll(() => page.evaluate((key) => localStorage.getItem(key), RECENT_KEY))
      .toContain(event_hash)
  }
  await whenControlled(page)
  const photos = await gallery(5)
  const shared = photos.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))

  // What the phone does with what is shared: a form that is posted, from outside of the app and its policy.
  await page.goto('/robots.txt')
  venue.relay.set({ refuse: true })
  await page.evaluate(
    ({ files, action, field }) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }))
      }
      const input = Object.assign(document.createElement('input'), { type: 'file', name: field })
      input.files = transfer.files
      const form = Object.assign(document.createElement('form'), { action, method: 'post' })
      form.enctype = 'multipart/form-data'
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    { files: shared, action: SHARE.path, field: SHARE.field },
  )
  await expect(page).toHaveURL(SHARE.path)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(5)
  venue.heal()
  await page.goto('/')
  await page.getByRole('link', { name: texts.upload.waitingForOrma(5) }).click()
  const ormas = page.getByRole('group', { name: texts.upload.shareTitle }).getByRole('button')
  await expect(ormas).toHaveCount(2)
  await ormas.first().click()

  await expect(page).toHaveURL(`/${event.event_hash}/upload`)
  await uploadNow(page)
  await expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256))
  expect(await earlier.storedHashes()).toEqual([])
})
