import type { Page } from '@playwright/test'
import type { Event, Post } from '../../contract/entities.ts'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { makePhoto } from '../support/photos.ts'
import { expect } from './fixtures.ts'

interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export function photos(count: number): Promise<ChosenFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, seed) => ({
      name: `IMG_${seed}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await makePhoto({ width: 1200, height: 900, seed }),
    })),
  )
}

export async function choose(page: Page, files: ChosenFile[]): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(files)
}

/** Chooses so many photos; resolves when the screen says of each that it is on this phone. */
export async function chooseNew(page: Page, count: number): Promise<void> {
  await choose(page, await photos(count))
  await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(count)
}

export async function shownPosts(client: ApiClient, { event_hash }: Event): Promise<Post[]> {
  const { body } = await client.call(api.listPosts, { params: { event_hash, page: 1 } })
  return body as Post[]
}

/** Everything the server has of the guest's, shown or not. */
export async function receivedPosts(
  client: ApiClient,
  event: Event,
  { token }: Person,
): Promise<number[]> {
  const { event_hash } = event
  const { body } = await client.call(api.listPendingPosts, { params: { event_hash }, token })
  const shown = await shownPosts(client, event)
  return [...new Set([...(body.posts as Post[]), ...shown].map(({ id }) => id))]
}
