import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { visit } from './offline-fixtures.ts'
import { confirmDeletion } from './people.ts'
import { comments, sentComments, waitingComments } from './post-comments.ts'
import { driveAll, expect, test } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, as: 'guest' })

test('comments edited and deleted offline show so at once @full', async ({
  page,
  venue,
  event,
  guest,
  addPhotos,
  addComment,
  client,
  path,
}) => {
  const [post] = await addPhotos(1)
  const params = { event_hash: event.event_hash, post_id: post?.id ?? 0 }
  for (const words of ['Frist words', 'Second words']) {
    await addComment(params.post_id, words, guest)
  }
  await visit(page, venue.url, event)
  await page.goto(`${path}/post/${post?.id}`)
  const first = comments(page).filter({ hasText: 'Frist words' })
  await expect(first).toBeVisible()
  venue.relay.set({ refuse: true })

  await first.getByRole('button', { name: texts.post.editComment }).click()
  await page.getByRole('textbox', { name: texts.post.editComment }).fill('First words')
  await page.keyboard.press('Enter')
  await expect(waitingComments(page)).toHaveText(/First words/)
  await comments(page)
    .filter({ hasText: 'Second words' })
    .getByRole('button', { name: texts.post.deleteComment })
    .click()
  await confirmDeletion(page, texts.post.deleteCommentQuestion)
  await expect(page.getByText('Second words')).toHaveCount(0)
  await page.reload()
  await expect(waitingComments(page)).toHaveText(/First words/)
  await expect(page.getByText('Second words')).toHaveCount(0)

  venue.heal()
  await driveAll(page, venue)
  await expect
    .poll(async () => (await client.call(api.getPost, { params })).body.post)
    .toMatchObject({ commentCount: 1, Comments: [{ content: 'First words' }] })
  await expect(sentComments(page)).toHaveText([/First words/])
})
