import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { admin as words } from '../../contract/texts/admin-texts.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { violationsOf } from './axe.ts'
import { enter, expect, test } from './venue-fixtures.ts'

const PHONE = '12025550100'
test.use({
  ...WITHOUT_WORKER,
  viewport: { width: 390, height: 844 },
  contextOptions: { reducedMotion: 'reduce' },
  settings: { ADMIN_PHONES: `+${PHONE}` },
})

const NAME = 'Kim & Lee'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const row = (page: Page) => page.getByRole('button', { name: new RegExp(`^${NAME}`) })

let signedIn: Promise<Person> | undefined

/** Who runs the server, signed in once for all tests: a number gets no two codes in a row. */
function signInAdmin(client: ApiClient, orma: OrmaServer): Promise<Person> {
  return (signedIn ??= signUpAdmin(client, orma))
}

async function signUpAdmin(client: ApiClient, orma: OrmaServer): Promise<Person> {
  const { body: started } = await client.call(api.startRegistration, { json: { phone: PHONE } })
  const code = await orma.codeFor(PHONE)
  const { request_id } = started
  const json = { code, phone: PHONE, request_id, name: 'Ada', email: 'ada@example.com' }
  return (await client.call(api.verifyRegistration, { json })).body as Person
}

test('who runs a site pauses, deletes, bans and invites, and reads of it', async ({
  page,
  context,
  elsewhere,
  venue,
  client,
  owner,
}) => {
  const me = await signInAdmin(client, venue.orma)
  const event = await client.createOrma(owner, { name: NAME })
  const path = `/${event.event_hash}`
  const guests = await elsewhere()
  await guests.goto(path)

  await test.step('it is found from their profile', async () => {
    await enter(context, me)
    await page.goto('/profile')
    await page.getByRole('link', { name: texts.profile.runSite }).click()
    await expect(page.getByRole('heading', { name: words.title, level: 1 })).toBeVisible()
    await expect(page.getByText(/^\d of at most 1000$/)).toBeVisible()
    await page.getByText(words.checked).click()
    await expect(page.getByText(words.checkHost)).toBeVisible()
    await expect(page.locator('main img')).toHaveCount(0)
    expect(await violationsOf(page)).toEqual([])
  })

  await test.step('a paused Orma is closed to guests, and not its owner’s to open', async () => {
    await page.getByLabel(words.search).fill('nobody’s')
    await expect(page.getByText(words.noneFound)).toBeVisible()
    await page.getByLabel(words.search).fill('kim')
    await row(page).press('Enter')
    expect(await violationsOf(page, { within: 'dialog' })).toEqual([])
    await button(page, words.pause).dblclick()
    await expect(page.getByText(words.isPausedByHost)).toBeVisible()
    await expect(guests.getByRole('heading', { name: texts.server.pausedByHost })).toBeVisible()
    await enter(guests.context(), owner)
    await guests.reload()
    await expect(guests.getByText(texts.event.heldByHost)).toBeVisible()
    await expect(button(guests, texts.event.reopen)).toHaveCount(0)
    await button(guests, texts.event.share).click()
    await button(guests, texts.share.edit).click()
    await expect(guests.getByLabel(texts.edit.paused)).toBeChecked()
    await expect(guests.getByLabel(texts.edit.paused)).toBeDisabled()
    await button(page, words.reopen).click()
    await expect(page.getByText(words.isOpen)).toBeVisible()
    await expect(guests.getByLabel(texts.edit.paused)).toBeEnabled()
  })

  await test.step('it is deleted by one answer, and the focus stays on the page', async () => {
    await button(page, words.delete).click()
    await expect(page.getByText(words.deleteQuestion(NAME))).toBeVisible()
    await button(page, texts.common.delete).dblclick()
    await expect(page.getByText(words.deleted(NAME))).toBeVisible()
    await expect(row(page)).toHaveCount(0)
    await expect(button(page, words.invite)).toBeFocused()
  })

  await test.step('an invitation is a link, at once, and lost by no key', async () => {
    const answered = Promise.withResolvers<void>()
    await page.route('**/admin/invitations', async (route) => {
      const response = await route.fetch()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeVisible()
      await route.fulfill({ response })
    })
    await page.route('**/admin/overview', async (route) => {
      await answered.promise
      await route.continue()
    })
    await button(page, words.invite).click()
    await expect(page.getByLabel(words.inviteUses)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(button(page, words.copyLink)).toBeFocused()
    await expect(page.getByLabel(words.inviteLink)).toHaveValue(
      new RegExp(`^${venue.url}/create/orma#[\\w-]+$`),
    )
    answered.resolve()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('a number is banned, and let in again', async () => {
    await page.getByRole('link', { name: words.bansTab, exact: true }).click()
    await expect(page.getByText(words.noBans)).toBeVisible()
    await button(page, words.ban).click()
    await expect(page.getByLabel(words.number)).toBeFocused()
    for (const [typed, said] of [
      ['202 555 0199', texts.login.invalidPhone],
      [`+${PHONE}`, texts.server.adminsStay],
    ] as const) {
      await page.getByLabel(words.number).fill(typed)
      await button(page, words.banNow).click()
      await expect(page.getByText(said)).toBeVisible()
    }
    await page.getByLabel(words.number).fill(`+${owner.user.phone}`)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Olga Owner')).toBeVisible()
    await expect(page.locator('dialog')).toHaveCount(0)
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: words.lift }).click()
    await expect(page.getByText(words.noBans)).toBeVisible()
  })

  await test.step('all of it is written down', async () => {
    await page.getByRole('link', { name: words.actsTab, exact: true }).click()
    await expect(page.getByRole('main').getByRole('listitem').getByText('+12025')).toHaveText([
      /lifted the ban of \+1555/,
      /banned \+1555/,
      /made an invitation to create Ormas for 1 person/,
      /deleted “Kim & Lee”/,
      /opened “Kim & Lee” again/,
      /paused “Kim & Lee”/,
    ])
  })
})

test('there is no such page for anybody else', async ({ page, context, guest }) => {
  const notFound = page.getByText(texts.notFound.text)
  await page.goto('/admin')
  await expect(notFound).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(texts.notFound.title))
  await enter(context, guest)
  await page.goto('/admin')
  await expect(notFound).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByText('Grace Hopper')).toBeVisible()
  await expect(page.getByRole('link', { name: texts.profile.runSite })).toHaveCount(0)
})

test('what cannot be had or done is said, and tried again @full', async ({
  page,
  context,
  orma,
  client,
  owner,
}) => {
  const me = await signInAdmin(client, orma)
  await enter(context, me)
  await client.createOrma(owner, { name: NAME })
  // Not 503, which is asked for again some seconds later.
  const fail = (address: string) => page.route(address, (route) => route.fulfill({ status: 429 }))
  await fail('**/admin/overview')
  await page.goto('/admin')
  await expect(page.getByText(words.failed)).toBeVisible()
  await page.unroute('**/admin/overview')
  await fail('**/admin/events')
  await button(page, texts.common.retry).click()
  await expect(page.getByText(words.ormasFailed)).toBeVisible()
  await page.unroute('**/admin/events')
  await button(page, texts.common.retry).click()
  await row(page).click()
  await fail('**/pause')
  await button(page, words.pause).click()
  await expect(page.getByRole('alert').getByText(words.actFailed)).toBeVisible()
  await expect(page.getByText(words.isOpen)).toBeVisible()

  // Somebody else has deleted it, and the list does not say so yet.
  const gone = { success: false, error: 'There is no such Orma', code: 'event_not_found' }
  await page.route('**/admin/events/*', (route) => route.fulfill({ status: 404, json: gone }))
  await button(page, words.delete).click()
  await button(page, texts.common.delete).click()
  await expect(page.getByText(words.deleted(NAME))).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await client.call(api.logout, { token: me.token })
  await row(page).click()
  await button(page, words.reopen).or(button(page, words.pause)).click()
  await expect(page.getByRole('dialog', { name: texts.loginPrompt.text })).toBeVisible()
})
