import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import type { Person } from '../support/api-client.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { expect } from './fixtures.ts'

interface Scene {
  event: Event
  owner: Person
  /** The newest post's id. */
  post_id: number
}

/** An Orma with a few posts, and its owner signed in on the page. */
export async function setScene(orma: OrmaServer, page: Page): Promise<Scene> {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner)
  addManyPosts(orma, event, owner, 5)
  const params = { event_hash: event.event_hash, page: 1 }
  const { body: posts } = await client.call(api.listPosts, { params })
  await page.context().addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  return { event, owner, post_id: posts[0].id }
}

/** Has the next calls of this kind refused as the server would. */
export async function refuse(page: Page, path: string, method: string, error = 'No.') {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fulfill({ status: 403, json: { success: false, error, code: 'forbidden' } })
  })
}

export async function closeAlert(page: Page): Promise<void> {
  await page.getByRole('button', { name: texts.common.confirm, exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}
