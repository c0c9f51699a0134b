import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'
import { comments } from './post-comments.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

/** Marks piled up on one letter, 199 of them, each above the one before. */
const PILE = `e${'\u0300'.repeat(199)}`
/** All that follows would be read from right to left, if it could. */
const TURN = 'x\u202eabc\u2067def'

for (const [what, words] of Object.entries({ 'marks piled up': PILE, 'turned words': TURN })) {
  test(`X13: ${what} in a comment changes nothing beside it @full`, async ({
    page,
    client,
    owner,
    event,
  }) => {
    const odd = await client.signUp(`${words.slice(0, 79)}.`)
    const photo = await makePhoto({ width: 320, height: 240 })
    const { body } = await client.upload(event, owner, photo)
    const { id: post_id } = await client.whenProcessed(event, owner, body.post.id)
    const { event_hash } = event
    const say = async ({ token }: { token: string }, content: string) =>
      (
        await client.call(api.addComment, {
          params: { event_hash, post_id },
          token,
          json: { content, event_hash, post_id },
        })
      ).body
    await say(owner, 'the first words')
    const comment = await say(odd, words)
    await say(owner, 'the last words')

    const beside = async () => {
      await page.goto(`/${event_hash}/post/${post_id}`)
      return [await picture(page, 'the first words'), await picture(page, 'the last words')]
    }
    const withOdd = await beside()
    await expect(page.getByText(words, { exact: true })).toHaveCount(1)
    await client.call(api.editComment, {
      params: { event_hash, id: post_id, comment_id: comment.id },
      token: odd.token,
      json: { content: 'e', userId: odd.user.id },
    })
    await client.call(api.updateUser, { token: odd.token, json: { newName: 'Otto' } })
    const withPlain = await beside()
    await expect(page.getByText(words, { exact: true })).toHaveCount(0)
    expect(withOdd.map((image) => image.toString('base64'))).toEqual(
      withPlain.map((image) => image.toString('base64')),
    )
  })
}

test('a comment that nobody sees is not sent, new or edited', async ({ page, post_id, path }) => {
  await page.goto(`${path}/post/${post_id}`)
  const unseen = '\u200b\u3164 \u2800'
  const article = page.getByRole('article').first()
  const field = article.getByRole('textbox', { name: texts.post.commentPlaceholder })
  const send = article.getByRole('button', { name: texts.post.addComment })
  await field.fill(unseen)
  await expect(send).toBeDisabled()
  await field.fill(`${unseen}\u2764\ufe0f${unseen}`)
  await send.click()
  await expect(comments(page)).toContainText(['\u2764\ufe0f'])
  await article.getByRole('button', { name: texts.post.editComment }).click()
  await article.getByRole('textbox', { name: texts.post.editComment }).fill(unseen)
  await expect(
    article.getByRole('button', { name: texts.post.saveComment, exact: true }),
  ).toBeDisabled()
})

/** How a comment looks, with what others paint over it. */
function picture(page: Page, words: string): Promise<Buffer> {
  return page.getByText(words, { exact: true }).screenshot({ animations: 'disabled' })
}
