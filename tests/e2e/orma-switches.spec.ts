import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { nameField, openEdit, update, updateAndReload } from './own-orma.ts'

test.use({ as: 'owner', ...WITHOUT_WORKER })

const { switches } = texts
const card = (page: Page, name: string) => page.getByRole('radio', { name })
const option = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByRole('radio', { name, exact: true })
const pin = (page: Page, label: string = switches.pin) => page.getByLabel(label)
const stored = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage))

test('the keyboard chooses how guests get into a new Orma', async ({ page, client, owner }) => {
  await page.goto('/create/orma')
  await nameField(page).fill('Easy')
  await expect(card(page, switches.verified)).toBeChecked()
  expect(await violationsOf(page)).toEqual([])
  await card(page, switches.verified).press('ArrowDown')
  await expect(card(page, switches.easy)).toBeChecked()
  await page.reload()
  await expect(card(page, switches.easy)).toBeChecked()
  await page.getByRole('button', { name: texts.create.submit }).click()
  await expect(page.getByRole('heading', { name: 'Easy', level: 1 })).toBeVisible()
  const easy = await readHere(page, client, owner)
  expect(easy).toMatchObject({ guestSignIn: 'name', photosPerChoice: 100, allowVideos: true })
})

test('each switch of a new Orma is chosen, and no draft has the word', async ({
  page,
  client,
  owner,
}) => {
  await page.goto('/create/orma')
  await nameField(page).fill('Own')
  await page.getByText(switches.chooseYourself).press('Enter')
  await option(page, switches.photosPerChoice, '30').check()
  for (const name of [switches.verified, switches.easy])
    await expect(card(page, name)).not.toBeChecked()
  await option(page, switches.guestsSee, switches.guestsSeeNames.own).check()
  // Nothing is shown later where nothing is shown.
  await expect(page.getByRole('group', { name: switches.reveal })).toHaveCount(0)
  await option(page, switches.guestsSee, switches.guestsSeeNames.all).check()
  await option(page, switches.reveal, switches.revealNames.at).check()
  await pin(page).fill('abc')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: texts.create.submit }).click()
  await expect(page.getByLabel(switches.revealAt)).toBeFocused()
  await expect(page.getByText(switches.missingRevealAt)).toBeVisible()
  await expect(page.getByText(switches.invalidPin)).toBeVisible()
  await page.getByLabel(switches.revealAt).fill('2099-06-21T12:00')
  await pin(page).fill('käse')
  expect(await stored(page)).not.toContain('käse')
  await page.reload()
  await expect(option(page, switches.photosPerChoice, '30')).toBeChecked()
  await expect(page.getByLabel(switches.revealAt)).toHaveValue('2099-06-21T12:00')
  await expect(pin(page)).toHaveValue('')
  await pin(page).fill('käse')
  await page.getByRole('button', { name: texts.create.submit }).click()
  await expect(page.getByRole('heading', { name: 'Own', level: 1 })).toBeVisible()
  expect(await readHere(page, client, owner)).toMatchObject({
    guestSignIn: 'phone',
    photosPerChoice: 30,
    guestsSee: 'all',
    revealAt: new Date('2099-06-21T12:00').toISOString(),
    hasPin: true,
  })
})

test('an owner sets the switches of an Orma, and shows everything now', async ({
  page,
  path,
  read,
}) => {
  await openEdit(page, path)
  await option(page, switches.guestSignIn, switches.guestSignInNames.name).check()
  await option(page, switches.photosPerChoice, '100').check()
  await option(page, switches.reveal, switches.revealNames.later).check()
  await page.reload()
  await expect(option(page, switches.reveal, switches.revealNames.later)).toBeChecked()
  await updateAndReload(page)
  expect((await read()).event).toMatchObject({
    guestSignIn: 'name',
    photosPerChoice: 100,
    revealAt: 'later',
  })
  await page.getByRole('button', { name: texts.reveal.showNow }).click()
  const question = page.getByRole('alertdialog', { name: texts.reveal.showNowQuestion })
  const cancel = question.getByRole('button', { name: texts.common.cancel })
  // Buttons of the bar lie over its edges.
  expect(await cancel.evaluate((button) => getComputedStyle(button).marginBlock)).toBe('0px')
  await cancel.click()
  await openEdit(page, path)
  // Behind the form the Orma's page offers it, too.
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: switches.revealNow }).click()
  const asked = page.getByRole('alertdialog', { name: switches.revealNowQuestion })
  await asked.getByRole('button', { name: switches.revealNow }).click()
  await expect(page.getByText(switches.revealed)).toBeVisible()
  await expect(option(page, switches.reveal, switches.revealNames.now)).toBeChecked()
  expect((await read()).event.revealAt).toBeNull()
})

test('an owner sets the word at the door, changes it and removes it @full', async ({
  page,
  path,
  read,
}) => {
  await openEdit(page, path)
  await pin(page).fill('käse')
  await page.getByLabel(texts.edit.reviewAll).check()
  expect(await stored(page)).not.toContain('käse')
  await updateAndReload(page)
  expect((await read()).event.hasPin).toBe(true)
  await openEdit(page, path)
  await expect(page.getByText(switches.hasPin)).toBeVisible()
  await page.getByRole('button', { name: switches.changePin }).press('Enter')
  await expect(page.getByText(switches.newPinHint)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await update(page).press('Enter')
  await expect(pin(page, switches.newPin)).toBeFocused()
  await page.getByRole('button', { name: switches.keepOldPin }).press('Enter')
  await page.getByRole('button', { name: switches.changePin }).press('Enter')
  await pin(page, switches.newPin).fill('brot')
  await page.getByLabel(switches.keepDevices).check()
  await updateAndReload(page)
  await openEdit(page, path)
  await page.getByRole('button', { name: switches.removePin }).press('Enter')
  await page.getByRole('button', { name: switches.keepPin }).press('Enter')
  await page.getByRole('button', { name: switches.removePin }).press('Enter')
  await expect(page.getByText(switches.pinIsRemoved)).toBeVisible()
  await updateAndReload(page)
  expect((await read()).event.hasPin).toBe(false)
})

/** The Orma whose page is open, as its owner is told. */
async function readHere(page: Page, client: ApiClient, { token }: Person): Promise<Event> {
  const [, event_hash = ''] = new URL(page.url()).pathname.split('/')
  return (await client.call(api.getEvent, { params: { event_hash }, token })).body.event
}
