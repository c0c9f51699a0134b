import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { isUpload } from '../support/gateway.ts'
import { makeBrokenPhoto } from '../support/photos.ts'
import { sha256Of } from '../support/sized-photos.ts'
import type { Venue } from '../support/venue.ts'
import {
  choose,
  driveAll,
  expect,
  gallery,
  openUpload,
  signIn,
  test,
  uploadNow,
} from './venue-fixtures.ts'

test('a photo that the server has, and nobody heard of it, is taken out of the Orma again when its guest is back who had discarded it and signed out', async ({
  page,
  context,
  venue,
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
  await signIn(context, venue, await venue.client.signInAgain(guest))
  await page.goto('/')
  await expect.poll(storedHashes, { timeout: 30_000 }).toEqual([])
  await expect(page.getByText(texts.offline.waiting(1))).toHaveCount(0)
})

test('a photo that arrives while its guest is asked whether to discard it is taken out of the Orma again', async ({
  page,
  venue,
}) => {
  const { storedHashes } = await openUpload(page, venue)
  const [photo] = await gallery(1)
  await choose(page, [photo!])
  venue.relay.set({ refuse: true })
  await uploadNow(page)
  await page.getByRole('button', { name: `${texts.upload.discard} ${photo!.name}` }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(texts.upload.discardQuestion)
  venue.heal()
  await driveAll(page, venue)
  await expect.poll(storedHashes).toHaveLength(1)
  await expect(page.getByText(texts.upload.progress(1, 1))).toBeAttached()
  await expect(question).toContainText(texts.post.deleteWarning)
  await question.getByRole('button', { name: texts.upload.discard }).click()
  await expect.poll(storedHashes).toEqual([])
  await expect(page.getByRole('img', { name: photo!.name })).toHaveCount(0)
})

test('a photo that could not be processed is on the server alone, and goes only where its guest says so', async ({
  page,
  venue,
}) => {
  const { storedHashes } = await openUpload(page, venue)
  const bytes = await makeBrokenPhoto()
  await choose(page, [{ name: 'broken.jpg', bytes, sha256: sha256Of(bytes) }])
  await uploadNow(page)
  const discard = page.getByRole('button', { name: `${texts.upload.discard} broken.jpg` })
  await discard.click()
  const question = page.getByRole('alertdialog', { name: texts.post.deleteWarning })
  await question.getByRole('button', { name: texts.common.cancel }).click()
  await expect(question).toHaveCount(0)
  expect(await storedHashes()).toHaveLength(1)
  await discard.click()
  await question.getByRole('button', { name: texts.upload.discard }).click()
  await expect.poll(storedHashes).toEqual([])
  await expect(discard).toHaveCount(0)
})

test('a photo that is lost on the phone, and that the server may have, goes only where its guest says so', async ({
  page,
  venue,
}) => {
  const { storedHashes, discard } = await sendUnheard(page, venue)
  await page.evaluate(loseBytes)
  venue.heal()
  await driveAll(page, venue)
  await expect(page.getByText(texts.upload.notSaved)).toBeVisible()
  await discard.click()
  const question = page.getByRole('alertdialog', { name: texts.post.deleteWarning })
  expect(await storedHashes()).toHaveLength(1)
  await question.getByRole('button', { name: texts.upload.discard }).click()
  await expect.poll(storedHashes).toEqual([])
})

test('who deletes their account has what they discarded before, and the server may have, taken out of the Orma first', async ({
  page,
  venue,
}) => {
  const { storedHashes, discard } = await sendUnheard(page, venue)
  venue.gateway.judge(({ method }) => (method === 'GET' ? 'pass' : { status: 503 }))
  await discard.click()
  const discarding = page.getByRole('alertdialog', { name: texts.upload.discardQuestion })
  await discarding.getByRole('button', { name: texts.upload.discard }).click()
  await expect(discarding).toHaveCount(0)

  await page.getByRole('link', { name: texts.common.profile }).click()
  await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const question = page.getByRole('alertdialog')
  const confirm = question.getByRole('button', { name: texts.profile.deleteAccount })
  await test.step('a proxy’s refusal is no word of the server', async () => {
    venue.gateway.judge(({ method }) => (method === 'GET' ? 'pass' : { status: 403, body: {} }))
    await confirm.click()
    await expect(question.getByRole('alert')).toHaveText(texts.account.deleteFailed)
  })
  expect(await storedHashes()).toHaveLength(1)
  venue.heal()
  await confirm.click()
  await expect(page.getByRole('alertdialog', { name: /^Your account is deleted\./ })).toBeVisible()
  expect(await storedHashes()).toEqual([])
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

/** Has the page's database keep no photo's bytes. */
async function loseBytes(): Promise<void> {
  const opening = indexedDB.open('orma-outbox')
  await new Promise((resolve) => opening.addEventListener('success', resolve))
  const transaction = opening.result.transaction('bytes', 'readwrite')
  transaction.objectStore('bytes').clear()
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  opening.result.close()
}
