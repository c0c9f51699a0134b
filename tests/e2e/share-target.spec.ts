import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { SHARE } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { RECENT_KEY } from '../../src/device/recent-ormas.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'
import { newGuest, readToken, signIn as signInByPhone } from './people.ts'
import {
  enter,
  expect,
  gallery,
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

test('photos shared offline are given an Orma, and go up', async ({ page, context, venue }) => {
  const earlier = await startParty(venue)
  const { event, guest, storedHashes } = await startParty(venue)
  await enter(context, guest)
  for (const orma of [earlier.event, event]) await visit(page, orma)
  await whenControlled(page)
  const photos = await gallery(20, 30)
  await leaveApp(page)
  venue.relay.set({ refuse: true })
  await share(page, photos)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(20)
  venue.heal()
  await page.goto('/')
  await page.getByRole('link', { name: texts.upload.waitingForOrma(20) }).click()
  const ormas = page.getByRole('group', { name: texts.upload.shareTitle }).getByRole('button')
  await expect(ormas).toHaveCount(2)
  await ormas.first().click()

  await expect(page).toHaveURL(`/${event.event_hash}/upload`)
  await uploadNow(page)
  await expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256))
  expect(await earlier.storedHashes()).toEqual([])
})

test('photos shared after a session ended wait for their guest @full', async ({
  page,
  context,
  client,
  orma,
}) => {
  const guest = newGuest('Grace Hopper')
  await page.goto('/login')
  await signInByPhone(page, orma, guest)
  await whenControlled(page)
  await leaveApp(page)
  await client.call(api.logout, { token: await readToken(context) })
  await share(page, await gallery(2))
  await expect(page.getByText(texts.upload.sameUserOnly(2))).toBeVisible()
  await expect(page.getByText(texts.upload.shareEmpty)).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: texts.common.login }).click()
  await signInByPhone(page, orma, guest)
  await expect(page).toHaveURL(SHARE.path)
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(2)
})

test('shared photos that could not be kept are said to be lost', async ({ page }) => {
  await page.goto(`${SHARE.path}?lost=1`)
  const alert = page.getByRole('alertdialog', { name: texts.upload.notSaved })
  await alert.getByRole('button', { name: texts.common.confirm }).click()
  await expect(page.getByRole('heading', { name: texts.upload.notSaved })).toBeVisible()
  await expect(page.getByText(texts.upload.shareEmpty)).toHaveCount(0)
})

/** Opens a page of the same address that is outside of the app and its policy, from where `share` can be done. */
async function leaveApp(page: Page): Promise<void> {
  await page.goto('/robots.txt')
}

/** What the phone does with what is shared from its gallery: a form that is posted. */
async function share(page: Page, photos: readonly GalleryPhoto[]): Promise<void> {
  const shared = photos.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
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
  await expect(page).toHaveURL((url) => url.pathname === SHARE.path)
}
