import type { Page } from '@playwright/test'
import { API_BASE, api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { chooseBanner, heading, ormasOf, sendUnheard, submit, test } from './create-fixtures.ts'
import { placesOf } from './device-search.ts'
import { expect } from './fixtures.ts'
import { nameField } from './own-orma.ts'

test.use(WITHOUT_WORKER)

const seatingField = (page: Page) => page.getByLabel(texts.create.seatingUrl)
const removeImage = (page: Page) => page.getByRole('button', { name: texts.create.removeImage })

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
  const [event, ...others] = await ormasOf(host, client)
  expect(others).toEqual([])
  await expect(page).toHaveURL(`/${event?.event_hash}`)
  await page.goto('/create/orma')
  await expect(nameField(page)).toHaveValue('')
})

test('another tab leads to the Orma whose answer was lost', async ({
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
