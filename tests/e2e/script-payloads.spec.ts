import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { SCRIPT_PAYLOADS } from '../support/hostile/script-payloads.ts'
import { expect, test } from './fixtures.ts'
import { findHarm, makePayloadOrma, showAllComments } from './payload-orma.ts'

test.use(WITHOUT_WORKER)

/** All ways, undisguised; the full run has them all in each engine. */
const PAYLOADS = SCRIPT_PAYLOADS.slice(0, 25)

test('X9: programs written as names and comments are shown as text', async ({ page, orma }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const { eventPath, postPath } = await makePayloadOrma(createApiClient(orma), PAYLOADS)
  await page.goto(eventPath)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PAYLOADS[1] ?? '')
  expect(await page.evaluate(findHarm)).toEqual([])
  await page.goto(postPath)
  await expect.poll(() => page.evaluate(showAllComments)).toHaveLength(PAYLOADS.length)
  const shown = await page.evaluate(showAllComments)
  expect(PAYLOADS.filter((text) => !shown.some((comment) => comment.includes(text)))).toEqual([])
  expect(await page.evaluate(findHarm)).toEqual([])
  expect(dialogs).toEqual([])
})
