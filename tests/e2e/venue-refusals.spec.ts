import { readFile } from 'node:fs/promises'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { isUpload } from '../support/gateway.ts'
import { sha256Of } from '../support/sized-photos.ts'
import {
  enter,
  choose,
  driveAll,
  expect,
  gallery,
  openUpload,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('Q12: a damaged photo is set aside while the others go', async ({ page, venue }) => {
  const { storedHashes } = await openUpload(page, venue)
  const photos = await gallery(4)
  const [first, whole, third, fourth] = photos as [(typeof photos)[0], ...typeof photos]
  const bytes = whole!.bytes.subarray(0, -2000)
  const damaged = { name: 'damaged.jpg', bytes, sha256: sha256Of(bytes) }
  await choose(page, [first, damaged, third!, fourth!])
  const before = venue.gateway.uploads().length
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(3, 4))).toBeVisible()
  const others = [first, third!, fourth!].map(({ sha256 }) => sha256)
  expect(await storedHashes()).toEqual(others)

  const refused = page.getByRole('listitem').filter({ hasText: texts.upload.damaged })
  await expect(refused.getByRole('button', { name: texts.upload.retry })).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await refused.getByRole('button', { name: texts.upload.saveToPhone }).click()
  const file = await (await saving).path()
  expect(sha256Of(await readFile(file))).toBe(damaged.sha256)

  // Coming back to the page is no reason to send it again.
  await page.reload()
  await expect(refused).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  expect(venue.gateway.uploads().length - before).toBe(4)

  // Another one takes its place, whole this time.
  const { name, bytes: buffer } = whole!
  const another = refused.getByLabel(texts.upload.chooseAnother)
  const text = Buffer.from('Dear all,')
  await another.setInputFiles({ name, mimeType: 'image/jpeg', buffer: text })
  const alert = page.getByRole('alertdialog', { name: texts.upload.notAnImage })
  await alert.getByRole('button').click()
  await expect(refused).toBeVisible()
  await another.setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await expect(refused).toHaveCount(0)
  await uploadNow(page)
  await expect(page.getByText(texts.upload.progress(4, 4))).toBeVisible()
  expect(await storedHashes()).toContain(whole!.sha256)
})

test('Q14: an unknown token is used once; a sign-in sends the rest', async ({
  page,
  context,
  venue,
  client,
}) => {
  const { event, guest, storedHashes } = await openUpload(page, venue)
  const photos = await gallery(4)
  const again = await client.signInAgain(guest)
  await choose(page, photos)
  // A page that hears of it first, by whatever else it asks, signs its user out, and then nothing is sent.
  const refused = Promise.withResolvers<void>()
  venue.gateway.judge((request) => (isUpload(request) ? 'pass' : { hold: () => refused.promise }))
  await client.call(api.logout, { token: guest.token })
  const before = venue.gateway.uploads().length
  await uploadNow(page)
  await expect
    .poll(() =>
      venue.gateway
        .uploads()
        .slice(before)
        .map(({ status }) => status),
    )
    .toEqual([401])
  venue.heal()
  refused.resolve()
  // Each start of a page is a driver, and so is a network that comes back.
  for (let start = 0; start < 4; start += 1) {
    await page.goto('/')
    await whenControlled(page)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('link', { name: texts.home.create })).toBeVisible()
  }
  expect(venue.gateway.uploads().length - before).toBe(1)

  await enter(context, again)
  await page.goto(`/${event.event_hash}/upload`)
  await expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256))
})

test('Q24: a photo whose post was deleted stays deleted', async ({ page, venue, client }) => {
  const { event, owner, stored } = await openUpload(page, venue)
  const [photo] = await gallery(1)
  await choose(page, [photo!])
  venue.gateway.judge((request) => (isUpload(request) ? 'reset-after' : 'pass'))
  await uploadNow(page)
  await expect.poll(stored).toHaveLength(1)
  const [post] = await stored()
  const params = { event_hash: event.event_hash, post_id: post!.postId }
  await client.call(api.deletePost, { params, token: owner.token })
  const before = venue.gateway.uploads().length
  venue.heal()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('listitem')).toHaveCount(0)
  // In one piece, or announced to be sent in chunks.
  const replayed = venue.gateway.uploads().slice(before)
  expect(replayed.map(({ status }) => status)).toEqual([410])
  expect(await stored()).toEqual([])
})

test('S4: waiting photos are neither sent nor shown under another', async ({
  page,
  context,
  venue,
  client,
}) => {
  const { event, guest, owner, stored, storedHashes } = await openUpload(page, venue)
  const photos = await gallery(3)
  venue.relay.set({ refuse: true })
  await choose(page, photos)
  await uploadNow(page)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
  const before = venue.gateway.uploads().length
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
  await page.getByRole('button', { name: texts.profile.keepUntilBack }).click()
  await expect.poll(() => context.cookies()).toEqual([])
  venue.heal()

  await page.clock.install()
  await enter(context, owner)
  await page.goto(`/${event.event_hash}/upload`)
  await expect(page.getByText(texts.offline.waiting(3), { exact: false })).toBeVisible()
  await page.clock.fastForward('10:00')
  await driveAll(page, venue)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(0)
  for (const { name } of photos) await expect(page.getByAltText(name)).toHaveCount(0)
  expect(venue.gateway.uploads().length).toBe(before)
  expect(await stored()).toEqual([])

  await context.clearCookies()
  await enter(context, await client.signInAgain(guest))
  await page.goto(`/${event.event_hash}/upload`)
  await expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256))
  expect((await stored()).map(({ userId }) => userId)).toEqual(photos.map(() => guest.user.id))
})
