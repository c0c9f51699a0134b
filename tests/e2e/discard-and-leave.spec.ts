import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { isUpload } from '../support/gateway.ts'
import type { Venue } from '../support/venue.ts'
import { enter, choose, expect, gallery, openUpload, test, uploadNow } from './venue-fixtures.ts'

test('a photo discarded unheard leaves the Orma at the next sign-in', async ({
  page,
  context,
  venue,
  client,
}) => {
  const { event, guest, storedHashes } = await sendUnheard(page, venue)
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

/** Sends a photo that the server gets, and of which the phone does not hear so; with the button that discards it. */
async function sendUnheard(page: Page, venue: Venue) {
  const party = await openUpload(page, venue)
  const [photo] = await gallery(1)
  await choose(page, [photo!])
  venue.gateway.judge((request) => (isUpload(request) ? 'reset-after' : 'pass'))
  await uploadNow(page)
  await expect.poll(party.storedHashes).toHaveLength(1)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
  const name = `${texts.upload.discard} ${photo!.name}`
  return { ...party, discard: page.getByRole('button', { name }) }
}
