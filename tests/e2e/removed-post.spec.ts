import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { Venue } from '../support/venue.ts'
import { openLive } from './fixtures.ts'
import { enter, expect, test } from './venue-fixtures.ts'
import type { Party } from './venue-fixtures.ts'

test.use(WITHOUT_WORKER)

const shown = (page: Page) => page.getByRole('article').first()
const removed = (page: Page) => page.getByRole('status').filter({ hasText: texts.upload.gone })

async function remove({ client }: Venue, { event, owner }: Party, post: Post): Promise<void> {
  const params = { event_hash: event.event_hash, post_id: post.id }
  const { status } = await client.call(api.deletePost, { params, token: owner.token })
  expect(status).toBe(204)
}

test('a photo removed while looked at gives way to the next', async ({
  page,
  venue,
  party,
  addPhotos,
  path,
}) => {
  const [last, first] = await addPhotos(2, party.guest)
  await page.goto(path)
  await openLive(page, `${path}/post/${first!.id}`)
  await expect(shown(page)).toHaveAttribute('data-post', String(first!.id))

  await remove(venue, party, first!)
  await expect(page).toHaveURL(new RegExp(`${path}/post/${last!.id}$`))
  await expect(shown(page)).toHaveAttribute('data-post', String(last!.id))
  await expect(removed(page)).toBeVisible()

  await remove(venue, party, last!)
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByText(texts.feed.empty)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
})

test('words about a photo removed meanwhile are given back @full', async ({
  page,
  context,
  venue,
  party,
  addPhotos,
  path,
}) => {
  const [, first] = await addPhotos(2, party.guest)
  await enter(context, party.guest)
  await openLive(page, `${path}/post/${first!.id}`)
  await shown(page).getByPlaceholder(texts.post.commentPlaceholder).fill('What a night, and so')
  await remove(venue, party, first!)
  const lost = page.getByRole('alertdialog', {
    name: texts.post.commentLost('What a night, and so'),
  })
  await expect(lost).toBeVisible()
  // Who is typing goes on for a moment.
  await page.keyboard.type(' on, and on')
  await expect(lost).toBeVisible()
  await lost.getByRole('button', { name: texts.common.confirm, exact: true }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})
