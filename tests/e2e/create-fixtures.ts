import type { Page } from '@playwright/test'
import { API_BASE, api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test as base } from './fixtures.ts'

/** A host who is in the form of a new Orma. */
export const test = base.extend<{ host: Person }>({
  as: 'owner',
  async host({ page, owner }, use) {
    await page.goto('/create/orma')
    await use(owner)
  },
})

export const submit = (page: Page) => page.getByRole('button', { name: texts.create.submit })
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Sends the form; the server does what it is asked to, unless the form does not arrive, and nobody hears of it. */
export async function sendUnheard(page: Page, { arrives = true } = {}): Promise<void> {
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
export async function chooseBanner(page: Page, seed = 0): Promise<void> {
  const buffer = await makePhoto({ width: 400, height: 300, seed })
  const banner = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
  await page.locator('input[type=file]').last().setInputFiles(banner)
}

export async function ormasOf({ token }: Person, client: ApiClient): Promise<Event[]> {
  return (await client.call(api.listOwnEvents, { token })).body.allevents
}
