import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { expect } from './fixtures.ts'

/** An Orma whose owner is signed in here. */
export async function ownedOrma(context: BrowserContext, orma: OrmaServer, fields = {}) {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner, fields)
  const { event_hash } = event
  await context.addCookies([{ name: TOKEN_COOKIE, value: owner.token, url: orma.url }])
  const read = async (token = owner.token) =>
    (await client.call(api.getEvent, { params: { event_hash }, token })).body
  return { client, owner, event, path: `/${event_hash}`, link: `${orma.url}/${event_hash}`, read }
}

/** Opens the form that changes an Orma, as its owner does. */
export async function openEdit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: texts.event.share }).click()
  await page.getByRole('button', { name: texts.share.edit }).click()
  await expect(page.getByRole('heading', { name: texts.edit.title })).toBeVisible()
}

export const nameField = (page: Page) => page.getByLabel(texts.create.name, { exact: true })
export const update = (page: Page) =>
  page.getByRole('button', { name: texts.edit.update, exact: true })

/** Sends the form and waits until the page has begun anew. */
export async function updateAndReload(page: Page): Promise<void> {
  await update(page).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
