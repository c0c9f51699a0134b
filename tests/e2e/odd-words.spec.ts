import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner' })

/** Marks piled up on one letter, 199 of them, each above the one before. */
const PILE = `e${'\u0300'.repeat(199)}`
/** All that follows would be read from right to left, if it could. */
const TURN = 'x\u202eabc\u2067def'

for (const [what, words] of Object.entries({ 'marks piled up': PILE, 'turned words': TURN })) {
  test(`X13: ${what} in a comment changes nothing beside it @full`, async ({
    page,
    client,
    event: { event_hash },
    addPhotos,
    addComment,
  }) => {
    const odd = await client.signUp(`${words.slice(0, 79)}.`)
    const [post] = await addPhotos(1)
    const post_id = post?.id ?? 0
    await addComment(post_id, 'the first words')
    const comment = await addComment(post_id, words, odd)
    await addComment(post_id, 'the last words')

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

/** How a comment looks, with what others paint over it. */
function picture(page: Page, words: string): Promise<Buffer> {
  return page.getByText(words, { exact: true }).screenshot({ animations: 'disabled' })
}
