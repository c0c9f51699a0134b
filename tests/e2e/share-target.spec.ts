import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { SHARE } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { RECENT_KEY } from '../../src/device/recent-ormas.ts'
import { fillDevice } from './full-device.ts'
import { newGuest, readToken, signIn as signInByPhone } from './people.ts'
import { leaveApp, share } from './share-fixtures.ts'
import {
  choose,
  expect,
  gallery,
  openUpload,
  signIn,
  startParty,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

async function visit(page: Page, { event_hash, name }: Event): Promise<void> {
  await page.goto(`/${event_hash}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  // That is shown by the server's HTML alone; the page itself notes the visit.
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), RECENT_KEY))
    .toContain(event_hash)
}

test('photos shared from the gallery are kept without a network, given an Orma, and go up', async ({
  page,
  context,
  venue,
}) => {
  const earlier = await startParty(venue)
  const { event, guest, storedHashes } = await startParty(venue)
  await signIn(context, venue, guest)
  for (const orma of [earlier.event, event]) await visit(page, orma)
  await whenControlled(page)
  const photos = await gallery(5)
  await leaveApp(page)
  venue.relay.set({ refuse: true })
  await share(page, photos)
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

test('photos shared with a phone that has no room for a word more are given an Orma all the same, and go up', async ({
  page,
  venue,
}) => {
  const { event, storedHashes } = await openUpload(page, venue)
  await visit(page, event)
  const photos = await gallery(2)
  await leaveApp(page)
  await share(page, photos)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
  await page.evaluate(fillDevice, ['photos'])
  await page.getByRole('button', { name: event.name }).click()
  await expect(page).toHaveURL(`/${event.event_hash}/upload`)
  await uploadNow(page)
  await expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256))
})

test('whoever shares photos after their session has ended elsewhere is told that these wait for them, and finds them after signing in', async ({
  page,
  context,
  venue,
}) => {
  const guest = newGuest('Grace Hopper')
  await page.goto('/login')
  await signInByPhone(page, venue.orma, guest)
  await whenControlled(page)
  await leaveApp(page)
  await venue.client.call(api.logout, { token: await readToken(context) })
  await share(page, await gallery(2))
  await expect(page.getByText(texts.upload.sameUserOnly(2))).toBeVisible()
  await expect(page.getByText(texts.upload.shareEmpty)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: texts.common.login }).click()
  await signInByPhone(page, venue.orma, guest)
  await expect(page).toHaveURL(SHARE.path)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
})

test('whoever shares photos that could not be kept is not told that there were none', async ({
  page,
}) => {
  await page.goto(`${SHARE.path}?lost=1`)
  const alert = page.getByRole('alertdialog', { name: texts.upload.notSaved })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(page.getByRole('heading', { name: texts.upload.notSaved })).toBeVisible()
  await expect(page.getByText(texts.upload.shareEmpty)).toHaveCount(0)
})

test('whoever shares files that are no photos among photos is told which, and keeps the photos', async ({
  page,
}) => {
  await page.goto('/')
  await whenControlled(page)
  await leaveApp(page)
  const [photo] = await gallery(1)
  const notes = { name: 'notes.txt', bytes: Buffer.from('Dear Ada,'), sha256: '' }
  await share(page, [notes, ...(photo ? [photo] : [])])
  const name = `${texts.upload.notAnImage} (notes.txt)`
  const alert = page.getByRole('alertdialog', { name })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(alert).toHaveCount(0)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(1)
  // Told once.
  await expect(page).toHaveURL(SHARE.path)
})

test('whoever shares nothing that can be kept on a phone where somebody else’s photos wait for an Orma is not told that theirs wait', async ({
  page,
  context,
  venue,
}) => {
  const { owner } = await openUpload(page, venue)
  venue.relay.set({ refuse: true })
  await choose(page, await gallery(3))
  await uploadNow(page)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
  venue.heal()
  await page.goto('about:blank')
  await context.clearCookies()
  await signIn(context, venue, owner)
  await page.goto(SHARE.path)
  await expect(page.getByRole('heading', { name: texts.upload.shareEmpty })).toBeVisible()
  await expect(page.getByText(texts.upload.sameUserOnly(3))).toHaveCount(0)
})

test('whoever shares photos that could not be kept is told so also where somebody else’s shared photos wait', async ({
  page,
  context,
  venue,
}) => {
  const { owner } = await openUpload(page, venue)
  await whenControlled(page)
  await leaveApp(page)
  await share(page, await gallery(2))
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
  await context.clearCookies()
  await signIn(context, venue, owner)
  await page.goto(SHARE.path)
  await expect(page.getByText(texts.upload.sameUserOnly(2))).toBeVisible()
  await page.goto(`${SHARE.path}?lost=1`)
  const alert = page.getByRole('alertdialog', { name: texts.upload.notSaved })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(page.getByRole('heading', { name: texts.upload.notSaved })).toBeVisible()
})

test('the browser is asked not to clear away what was shared from the gallery', async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    StorageManager.prototype.persist = async () => {
      localStorage.setItem('asked', 'yes')
      return true
    }
  })
  await page.goto('/')
  await whenControlled(page)
  await leaveApp(page)
  await share(page, await gallery(1))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('asked'))).toBe('yes')
})
