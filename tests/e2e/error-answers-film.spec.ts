import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { foreign, json, meet, nobody, PAGE, refusal } from './error-answers.ts'
import type { Answer } from './error-answers.ts'
import { expect, test } from './venue-fixtures.ts'

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 }, as: 'owner' })

// Specification: 4.32, 8.22, 8.23, 8.24, 8.25
test('says what section 8 has for every answer about a day’s film @full', async ({
  page,
  event,
  guest,
  orma,
  path,
}) => {
  addManyPosts(orma, event, guest, 1)
  const film = `${path}/highlights/2026-06-14`
  const heading = page.getByRole('heading', { level: 1 })
  await meet(
    page,
    /highlight\/[\d-]+$/,
    [
      ['not known', refusal(401, 'No'), 'Unauthorized'],
      ['not known to a proxy', foreign(401, PAGE), 'Unauthorized'],
      ['refused', refusal(403, 'No'), 'Failed to fetch Orma data'],
      ['a page of a proxy', foreign(404, PAGE), 'Failed to fetch Orma data'],
      ['no answer', nobody, 'Unexpected error'],
    ],
    {
      ask: () => page.goto(film),
      look: (says) => expect(heading).toHaveText(says),
    },
  )
  await page.unroute(/highlight\/[\d-]+$/)

  const popup = page.getByRole('dialog')
  const ofOwner = 'Only the owner of the event can download the video!'
  const unexpected = 'Unexpected response from server.'
  const gone = foreign(410, PAGE)
  const output = json(200, { data: { output: '/media/none.mp4' } })
  let file: Answer = gone
  await page.route('**/media/none.mp4', (route) => file(route))
  await page.goto(film)
  await meet(
    page,
    /render-video$/,
    [
      ['not known', refusal(401, 'No'), 'Error 401', 'Unauthorized. Please Log in.'],
      ['another’s', refusal(403, 'No'), 'Error 403', ofOwner],
      ['the server fails', refusal(500, 'Oh'), 'Error 500', 'Internal Server Error.'],
      ['refused otherwise', refusal(418, 'No'), 'Error 418', 'Server responded with status 418'],
      ['no output', json(200, { data: {} }), 'Error 500', unexpected],
      ['no success', json(200, { success: false, error: 'No' }), 'Error 500', unexpected],
      ['a portal’s page', foreign(200, PAGE), 'Error 500', unexpected],
      ['not known to a proxy', foreign(401, PAGE), 'Error 401', 'Unauthorized. Please Log in.'],
      ['no answer', nobody, 'Error 503', 'Network error. Please check your internet connection.'],
      ['no file', output, 'Error 410', 'Server responded with status 410'],
    ],
    {
      async ask() {
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: texts.highlights.download }).press('Enter')
      },
      look: (says) => expect(popup.getByText(says, { exact: true })).toBeVisible(),
    },
  )
  file = refusal(410, 'This film has gone')
  await popup.getByRole('button', { name: texts.common.retry }).click()
  await expect(popup.getByText('This film has gone', { exact: true })).toBeVisible()
})
