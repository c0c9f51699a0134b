import { api } from '../../contract/api.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test, testFaults } from './fault-fixtures.ts'
import type { Stage } from './fault-fixtures.ts'

// Section 8 of the specification, row by row: a post.

const NO = { status: 403 } as const

async function openPost({ page, event, post_id }: Stage) {
  await page.goto(`/${event.event_hash}/post/${post_id}`)
}

/** Presses a button of the post; what follows from it is refused. */
async function refuseOnPost(stage: Stage, call: Endpoint, button: string) {
  await stage.enter('owner')
  await openPost(stage)
  stage.fail(call, NO)
  await stage.page.getByRole('button', { name: button, exact: true }).click()
}

test.use(WITHOUT_WORKER)

test.describe('a post', () => {
  testFaults([
    {
      when: 'its address names none',
      says: texts.post.invalidUrl,
      happen: ({ page, event }) => page.goto(`/${event.event_hash}/post/seven`),
    },
    {
      when: 'the server has no such post',
      says: texts.post.notFound,
      happen: ({ page, event }) => page.goto(`/${event.event_hash}/post/999999999`),
    },
    {
      when: 'it cannot be fetched',
      says: texts.post.loadFailed,
      async happen(stage) {
        stage.fail(api.getPost, 'reset-before')
        await openPost(stage)
      },
    },
    {
      when: 'it cannot be deleted',
      says: texts.post.deleteFailed('Injected'),
      role: 'alertdialog',
      async happen(stage) {
        await refuseOnPost(stage, api.deletePost, texts.post.delete)
        const warning = stage.page.getByRole('alertdialog', { name: texts.post.deleteWarning })
        await warning.getByRole('button', { name: texts.common.delete }).click()
        await expect(warning).toBeHidden()
      },
    },
    {
      when: 'its like cannot be taken back',
      says: texts.post.likeFailed,
      role: 'alertdialog',
      async happen(stage) {
        const { event, post_id, owner } = stage
        const options = { params: { event_hash: event.event_hash }, json: { post_id } }
        await stage.venue.client.call(api.likePost, { ...options, token: owner.token })
        await refuseOnPost(stage, api.unlikePost, texts.post.unlike)
      },
    },
    {
      when: 'it has been deleted before it is liked',
      says: texts.post.likeFailed,
      role: 'alertdialog',
      async happen(stage) {
        const { event, post_id, owner } = stage
        // Or the page would hear of it.
        stage.fail(api.listenLive, { status: 500 })
        await stage.enter('owner')
        await openPost(stage)
        const like = stage.page.getByRole('button', { name: texts.post.like, exact: true })
        await expect(like).toBeVisible()
        const params = { event_hash: event.event_hash, post_id }
        await stage.venue.client.call(api.deletePost, { params, token: owner.token })
        await like.click()
      },
    },
    {
      when: 'a comment on it is refused',
      says: texts.post.commentRefused('Lovely'),
      logs: 'A comment could not be added: 403',
      role: 'alertdialog',
      async happen(stage) {
        await refuseOnPost(stage, api.addComment, texts.post.commentPlaceholder)
        await stage.page.keyboard.type('Lovely')
        await stage.page.keyboard.press('Enter')
      },
    },
    {
      when: 'a guest comments on it',
      says: texts.loginPrompt.text,
      async happen(stage) {
        await openPost(stage)
        const field = stage.page.getByPlaceholder(texts.post.commentPlaceholder)
        await field.fill('Lovely')
        await field.press('Enter')
      },
    },
    {
      when: 'a guest likes it',
      says: texts.loginPrompt.text,
      async happen(stage) {
        await openPost(stage)
        await stage.page.getByRole('button', { name: texts.post.like, exact: true }).click()
        for (const name of [texts.loginPrompt.login, texts.loginPrompt.close]) {
          await expect(stage.page.getByRole('dialog').getByRole('button', { name })).toBeVisible()
        }
      },
    },
  ])
})
