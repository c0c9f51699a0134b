import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { guestCookie } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { newGuest, signIn } from './people.ts'
import {
  choose,
  driveAll,
  expect,
  gallery,
  test,
  uploadNow,
  whenControlled,
} from './venue-fixtures.ts'

test.use({ fields: { guestSignIn: 'name' } })

/** Comes in by a name, where the login asks for it. */
async function giveName(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { name: texts.guests.title })).toBeVisible()
  await page.getByLabel(texts.guests.name, { exact: true }).fill(name)
  await page.getByRole('main').getByRole('button', { name: texts.guests.continue }).click()
}

test('photos added by a name alone wait offline, and go along to a phone', async ({
  page,
  context,
  orma,
  venue,
  client,
  event,
  path,
  stored,
  owner,
}) => {
  const photos = await gallery(3)
  await page.goto(`${path}/upload`)
  await whenControlled(page)
  await choose(page, photos.slice(0, 1))
  await uploadNow(page)
  await expect(page.getByText(texts.guests.mustName)).toBeVisible()
  await page.getByRole('button', { name: texts.common.confirm }).click()
  await giveName(page, 'Nora')
  await expect(page).toHaveURL(`${path}/upload`)
  await uploadNow(page)
  await expect(page.getByText(texts.upload.shown)).toBeVisible()
  expect(await stored()).toMatchObject([{ sha256: photos[0]!.sha256 }])
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name)).toEqual([guestCookie(event.event_hash)])

  // Without a line the app opens as the same guest, and what is chosen waits.
  venue.relay.set({ refuse: true })
  await page.goto(`${path}/upload`)
  await choose(page, photos.slice(1))
  await uploadNow(page)
  await expect(page.getByText(texts.upload.waitingForSignal)).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('Nora')).toBeVisible()
  await expect(page.getByText(texts.guests.ofOrma(undefined))).toBeVisible()

  // Signing out would lose them all; the phone takes them along.
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
  const question = page.getByRole('alertdialog', { name: texts.guests.leaveQuestion })
  await expect(question).toContainText(texts.guests.leaveDetail)
  await question.getByRole('button', { name: texts.common.cancel }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
  // Half of it arrives while the sign-in is under way.
  await question.getByRole('link', { name: texts.guests.byPhone }).click()
  venue.relay.set({ refuse: false, upBytesPerSecond: 20_000 })
  await signIn(page, orma, newGuest('Nora Phone'))
  await expect(page.getByText(texts.guests.cameAlong)).toBeVisible()
  venue.heal()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('Nora Phone')).toBeVisible()
  await driveAll(page, venue)
  const hashes = photos.map(({ sha256 }) => sha256)
  await expect
    .poll(async () => (await stored()).map(({ sha256 }) => sha256).toSorted())
    .toEqual(hashes.toSorted())
  const params = { event_hash: event.event_hash }
  const people = await client.call(api.listPeople, { params, token: owner.token })
  expect(people.body.people).toMatchObject([{ User: { name: 'Nora Phone' }, photoCount: 3 }])
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['token'])
})

test('a name given for a like outlives its cookie, and a removed guest is told', async ({
  page,
  context,
  elsewhere,
  client,
  event,
  path,
  owner,
  post_id,
}) => {
  const params = { event_hash: event.event_hash }
  const readGuests = async () =>
    (await client.call(api.getTotals, { params, token: owner.token })).body.totals.guests
  await page.goto(path)
  await expect.poll(readGuests).toBe(1)
  await page.goto(`${path}/post/${post_id}`)
  const like = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: texts.post.like, exact: true })
  const liked = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: texts.post.unlike, exact: true })
  await like.click()
  const prompt = page.getByRole('dialog', { name: texts.guests.prompt })
  await prompt.getByRole('button', { name: texts.guests.continue }).click()
  await giveName(page, 'Mia')
  await expect(liked).toBeVisible()
  await expect.poll(readGuests).toBe(1)

  await page.goto(path)
  const tile = page.locator(`main a[href$="/post/${post_id}"]`)
  await expect(tile).toBeVisible()
  await context.clearCookies()
  await tile.click()
  const names = async () => (await context.cookies()).map(({ name }) => name)
  await expect.poll(names).toEqual([guestCookie(event.event_hash)])

  const desk = await elsewhere(owner)
  await page.goto(`${path}/upload`)
  await choose(page, await gallery(1))
  await uploadNow(page)
  await expect(page.getByText(texts.upload.shown)).toBeVisible()
  await desk.goto(`${path}/people`)
  await desk.getByRole('link', { name: 'Mia' }).click()
  await desk.getByRole('button', { name: texts.guests.remove }).click()
  const question = desk.getByRole('alertdialog', { name: texts.guests.removeQuestion('Mia') })
  await expect(question).toContainText(texts.guests.removeByName)
  await question.getByRole('button', { name: texts.guests.remove }).click()
  await expect(desk).toHaveURL(`${path}/people`)
  await expect(desk.getByText('Mia', { exact: true })).toBeHidden()

  // The page asks whether the Orma has it already.
  await choose(page, await gallery(1))
  await expect(page.getByText(texts.guests.signedOut)).toBeVisible()
  // The photo is still here, for whoever comes in by that name.
  await expect(page.getByText(texts.upload.sameUserOnly(1))).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByText(texts.upload.sameUserOnly(1))).toBeVisible()
  await expect(page.getByText(texts.settings.nothingWaits)).toBeHidden()
})
