import type { Page } from '@playwright/test'
import { API_BASE, api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { placesOf } from './device-search.ts'
import { expect, test as base } from './fixtures.ts'
import { nameField } from './own-orma.ts'

/** A host who is in the form of a new Orma. */
const test = base.extend<{ host: Person }>({
  as: 'owner',
  host: [
    async ({ page, owner }, use) => {
      await page.goto('/create/orma')
      await use(owner)
    },
    { auto: true },
  ],
})

const submit = (page: Page) => page.getByRole('button', { name: texts.create.submit })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const seatingField = (page: Page) => page.getByLabel(texts.create.seatingUrl)

test.use(WITHOUT_WORKER)

test('a form whose answer was lost makes one Orma, however often it is sent', async ({
  page,
  client,
  host,
}) => {
  await nameField(page).fill('Once')
  await seatingField(page).fill('https://seats.example')
  await chooseBanner(page)
  await sendUnheard(page)
  await submit(page).click()
  await expect(heading(page, 'Once')).toBeVisible()
  const ormas = await ormasOf(host, client)
  expect(ormas).toMatchObject([{ name: 'Once', seating_url: 'https://seats.example' }])
  await expect(page).toHaveURL(`/${ormas[0]?.event_hash}`)
})

test('what was entered outlives a reload, and goes once it is sent', async ({ page }) => {
  await nameField(page).fill('Once')
  await seatingField(page).fill('https://seats.example')
  await page.reload()
  await expect(nameField(page)).toHaveValue('Once')
  await expect(seatingField(page)).toHaveValue('https://seats.example')
  await submit(page).click()
  await expect(heading(page, 'Once')).toBeVisible()
  await page.goto('/create/orma')
  await expect(nameField(page)).toHaveValue('')
})

test('what was entered leaves the device with form and session @full', async ({ page }) => {
  const words = 'Nobody else reads this'
  await nameField(page).fill(words)
  await expect.poll(() => placesOf(page, [words])).not.toEqual([])
  await page.getByRole('link', { name: texts.product.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(texts.create.title)
  await expect.poll(() => placesOf(page, [words])).toEqual([])

  await page.goto('/create/orma')
  await expect(nameField(page)).toHaveValue('')
  await nameField(page).fill(words)
  await expect.poll(() => placesOf(page, [words])).not.toEqual([])
  // Without leaving the form: its page is loaded anew elsewhere.
  await page.goto('/profile')
  expect(await placesOf(page, [words])).not.toEqual([])
  await page.getByRole('button', { name: texts.profile.signOut, exact: true }).click()
  await expect(page.getByRole('link', { name: texts.common.login })).toBeVisible()
  await expect.poll(() => placesOf(page, [words])).toEqual([])
})

/** Sends the form; the server does what it is asked to, and nobody hears of it. */
async function sendUnheard(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === API_BASE + api.createEvent.path,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const isUnheard = page.waitForEvent('requestfailed')
  await submit(page).click()
  await isUnheard
  await expect(page.getByText(texts.create.failed)).toBeVisible()
  await expect(submit(page)).toBeEnabled()
}

/** Chooses a new photo as the banner. */
async function chooseBanner(page: Page): Promise<void> {
  const buffer = await makePhoto({ width: 400, height: 300 })
  const banner = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
  await page.locator('input[type=file]').last().setInputFiles(banner)
}

async function ormasOf({ token }: Person, client: ApiClient): Promise<Event[]> {
  return (await client.call(api.listOwnEvents, { token })).body.allevents
}
