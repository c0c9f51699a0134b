import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { isUpload } from '../support/gateway.ts'
import { enter, choose, expect, gallery, openUpload, test, uploadNow } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('a photo discarded unheard leaves the Orma at the next sign-in @full', async ({
  page,
  context,
  venue,
  client,
}) => {
  const { event, guest, storedHashes } = await openUpload(page, venue)
  await choose(page, await gallery(1))
  // The server gets it, and the phone does not hear so.
  venue.gateway.judge((request) => (isUpload(request) ? 'reset-after' : 'pass'))
  await uploadNow(page)
  await expect.poll(storedHashes).toHaveLength(1)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
  venue.relay.set({ refuse: true })
  await page.getByRole('link', { name: texts.common.profile }).click()
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
  await page.getByRole('button', { name: texts.profile.discardAndLeave }).click()
  await expect(page.getByRole('link', { name: texts.common.login })).toBeVisible()

  venue.heal()
  await page.goto(`/${event.event_hash}/upload`)
  await expect(page.getByRole('button', { name: texts.upload.choose })).toBeVisible()
  await expect(page.getByText(texts.upload.sameUserOnly(1))).toHaveCount(0)
  expect(await storedHashes()).toHaveLength(1)
  await enter(context, await client.signInAgain(guest))
  await page.goto('/')
  await expect.poll(storedHashes, { timeout: 30_000 }).toEqual([])
  await expect(page.getByText(texts.offline.waiting(1))).toHaveCount(0)
})
