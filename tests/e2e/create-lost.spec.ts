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
  async host({ page, owner }, use) {
    await page.goto('/create/orma')
    await use(owner)
  },
})

const submit = (page: Page) => page.getByRole('button', { name: texts.create.submit })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const seatingField = (page: Page) => page.getByLabel(texts.create.seatingUrl)
const removeImage = (page: Page) => page.getByRole('button', { name: texts.create.removeImage })

test.use(WITHOUT_WORKER)

test('what is changed after lost answers changes the Orma that was made', async ({
  page,
  client,
  host,
}) => {
  await nameField(page).fill('First')
  await seatingField(page).fill('https://seats.example')
  await chooseBanner(page)
  await sendUnheard(page)
  await nameField(page).fill('Second')
  await sendUnheard(page)
  await nameField(page).fill('Third')
  await seatingField(page).fill('')
  await submit(page).click()
  await expect(heading(page, 'Third')).toBeVisible()
  const ormas = await ormasOf(host, client)
  expect(ormas).toMatchObject([{ name: 'Third', seating_url: null }])
  await expect(page).toHaveURL(`/${ormas[0]?.event_hash}`)
})

test('a form sent in vain outlives a reload, and makes one Orma', async ({
  page,
  client,
  host,
}) => {
  await nameField(page).fill('Once')
  await seatingField(page).fill('https://seats.example')
  await chooseBanner(page)
  await sendUnheard(page, { arrives: false })
  await page.reload()
  await expect(nameField(page)).toHaveValue('Once')
  await expect(seatingField(page)).toHaveValue('https://seats.example')
  await expect(removeImage(page)).toHaveCount(1)
  await submit(page).click()
  await expect(heading(page, 'Once')).toBeVisible()
  expect(await ormasOf(host, client)).toHaveLength(1)
  await page.goto('/create/orma')
  await expect(nameField(page)).toHaveValue('')
})

test('another tab leads to the Orma whose answer was lost @full', async ({
  page,
  context,
  client,
  host,
}) => {
  await nameField(page).fill('First')
  await chooseBanner(page)
  await sendUnheard(page)
  const [made] = await ormasOf(host, client)
  await page.close()
  const other = await context.newPage()
  await other.goto('/create/orma')
  await expect(heading(other, 'First')).toBeVisible()
  await expect(other).toHaveURL(`/${made?.event_hash}`)
  await other.goto('/create/orma')
  await expect(nameField(other)).toHaveValue('')
  expect(await ormasOf(host, client)).toHaveLength(1)
})

test('an Orma made by a page that is gone stays as it is @full', async ({ page, client, host }) => {
  await nameField(page).fill('First')
  await sendUnheard(page)
  // Which Ormas there are cannot be had.
  await page.route(
    ({ pathname }) => pathname === API_BASE + api.listOwnEvents.path,
    (route) => route.abort(),
  )
  await page.reload()
  await expect(nameField(page)).toHaveValue('First')
  await nameField(page).fill('Second')
  await submit(page).click()
  await expect(heading(page, 'Second')).toBeVisible()
  const names = (await ormasOf(host, client)).map(({ name }) => name)
  expect(names.toSorted()).toEqual(['First', 'Second'])
})

test('what was entered leaves the device with form and session @full', async ({ page, host }) => {
  expect(host.token).not.toBe('')
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

/** Sends the form; the server does what it is asked to, unless the form does not arrive, and nobody hears of it. */
async function sendUnheard(page: Page, { arrives = true } = {}): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === API_BASE + api.createEvent.path,
    async (route) => {
      if (arrives) await route.fetch()
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
