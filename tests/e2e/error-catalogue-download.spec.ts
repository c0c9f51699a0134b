import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, expectLogged, setStage, test, watchLog } from './fault-fixtures.ts'
import type { Stage } from './fault-fixtures.ts'

const { highlights } = texts

interface Refusal {
  when: string
  title: string
  says: string
  logs?: string
  happen: (stage: Stage) => Promise<unknown>
}

const REFUSALS: Refusal[] = [
  {
    when: 'nobody is signed in',
    title: 'Error 401',
    says: 'Unauthorized. Please Log in.',
    happen: async () => undefined,
  },
  {
    when: 'a guest asks',
    title: 'Error 403',
    says: 'Only the owner of the event can download the video!',
    happen: ({ enter }) => enter('guest'),
  },
  {
    when: 'the answer names no file',
    title: 'Error 500',
    says: 'Unexpected response from server.',
    logs: 'The answer names no file to download.',
    happen: async ({ enter, answer }) => {
      await answer(api.renderVideo, { status: 200, body: '{"data":{}}' })
      await enter('owner')
    },
  },
  {
    when: 'it cannot even be asked',
    title: 'Error 500',
    says: 'Error setting up request. Please try again later.',
    happen: async ({ enter, page }) => {
      await enter('owner')
      // As where a browser lacks what a request is made with.
      await page.addInitScript(() => {
        addEventListener('pointerdown', () => Reflect.deleteProperty(AbortSignal, 'timeout'))
      })
    },
  },
]

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, hasTouch: true })

test.describe('the film of a day is to be downloaded', () => {
  for (const { when, title, says, logs, happen } of REFUSALS) {
    test(`and ${when}: “${says}” @full`, async ({ page, context, venue }) => {
      const logged = watchLog(page)
      const stage = await setStage(page, context, venue)
      await happen(stage)
      await page.goto(`/${stage.event.event_hash}/highlights/2026-06-14`)
      await page.getByRole('button', { name: highlights.download }).tap()
      const popup = page.getByRole('dialog', { name: title })
      await expect(popup.getByRole('alert')).toHaveText(says)
      if (logs) await expectLogged(logged, logs, stage)
    })
  }
})
