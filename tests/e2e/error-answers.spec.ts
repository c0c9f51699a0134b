import type { Page, Route } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { watchLog } from './fault-fixtures.ts'
import { expect, signIn, startParty, test } from './venue-fixtures.ts'

// Section 8 of the specification by what is answered: refusals in our format, answers of somebody else, and answers of success
// that are none. Each page meets many of them. What is said is written here as the specification has it, letter by letter.

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 } })

type Answer = (route: Route) => Promise<void>

/** A row: what is answered, and what is then said, the quieter sentence last. */
type Row = readonly [when: string, answer: Answer, ...says: string[]]

const json = (status: number, body: unknown): Answer => {
  return (route) => route.fulfill({ status, json: body })
}
const refusal = (status: number, error: string, code = 'some_code') =>
  json(status, { success: false, error, code })
const foreign = (status: number, body: string): Answer => {
  return (route) => route.fulfill({ status, body, contentType: 'text/html' })
}
const PAGE = '<html><h1>Bad gateway</h1></html>'
const nobody: Answer = (route) => route.abort('connectionreset')

/** Has a call answered by each row in turn, and looks that the page says what it should. */
async function meet(
  page: Page,
  call: RegExp,
  rows: readonly Row[],
  { ask, look }: { ask: () => Promise<unknown>; look: (says: string) => Promise<unknown> },
): Promise<void> {
  let answer: Answer = nobody
  await page.route(call, (route) => answer(route))
  for (const [when, row, ...says] of rows) {
    await test.step(when, async () => {
      answer = row
      const answered = page.waitForEvent('requestfinished', (request) => call.test(request.url()))
      const failed = page.waitForEvent('requestfailed', (request) => call.test(request.url()))
      const over = Promise.race([answered, failed])
      await ask()
      await over
      for (const words of says) await look(words)
    })
  }
}

test('says what section 8 has for every answer to the phone check', async ({ page }) => {
  const [sentence, failed] = ['That was an error verifying your number', 'Error fetching posts']
  await page.goto('/login')
  await page.getByLabel(texts.login.phone, { exact: true }).fill('2025550142')
  await meet(
    page,
    /register\/start$/,
    [
      ['no success', json(200, { success: false }), sentence, failed],
      [
        'no success, in words',
        json(200, { success: false, error: 'Not now' }),
        sentence,
        'Not now',
      ],
      ['nothing in it', json(200, {}), sentence, failed],
      ['a portal’s page', foreign(200, PAGE), sentence, failed],
      ['refused', refusal(400, 'Not this country'), sentence, 'Not this country'],
      ['the server fails', refusal(500, 'Oh'), sentence, failed],
      ['a page of a proxy', foreign(502, PAGE), sentence, failed],
      ['an empty answer', foreign(504, ''), sentence, failed],
      ['no answer', nobody, 'There was an error processing the request', failed],
    ],
    {
      ask: () => page.getByRole('button', { name: texts.login.verify }).click(),
      look: (says) =>
        expect(page.getByRole('alert').getByText(says, { exact: true })).toBeVisible(),
    },
  )
})

test('says what section 8 has for every answer to the code check', async ({ page }) => {
  const [sentence, strange] = ['There was an error processing the request', 'Error fetching post']
  const noToken = 'Code is invalid or expired. please try again!'
  await page.goto('/login/verify=true&name=true&request_id=abc&phone=12025550142&email=true')
  const field = page.getByLabel(texts.login.code, { exact: true })
  await meet(
    page,
    /register\/verify$/,
    [
      ['no success, in words', json(200, { success: false, error: 'Not you' }), 'Not you'],
      ['no success', json(200, { success: false }), noToken],
      ['no token', json(200, { success: true }), noToken],
      ['a portal’s page', foreign(200, PAGE), sentence, strange],
      ['a wrong code', refusal(401, noToken), noToken],
      ['refused', refusal(400, 'Please enter email'), 'Please enter email'],
      ['the server fails', refusal(500, 'Something is wrong'), 'Something is wrong'],
      ['words without a code', json(409, { success: false, error: 'Again' }), 'Again'],
      ['a page of a proxy', foreign(502, PAGE), sentence, strange],
      ['an empty answer', foreign(404, ''), sentence, strange],
      ['no answer', nobody, sentence, 'No response received'],
    ],
    {
      ask: async () => {
        await field.fill('')
        await field.fill('1234')
      },
      look: (says) =>
        expect(page.getByRole('alert').getByText(says, { exact: true })).toBeVisible(),
    },
  )
})

test('a name that cannot be loaded stays Loading..., and one that cannot be changed says so', async ({
  page,
  context,
  venue,
}) => {
  const { guest } = await startParty(venue)
  await signIn(context, venue, guest)
  const logged = watchLog(page)
  for (const answer of [refusal(500, 'Oh'), foreign(502, PAGE), json(200, {})]) {
    await page.route('**/users/getProfile', answer)
    await page.goto('/profile')
    await expect(page.getByText(`+${guest.user.phone}`)).toBeVisible()
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    await expect(page.getByText('Grace Hopper')).toHaveCount(0)
  }
  await expect
    .poll(() => logged.some((line) => line.startsWith('The profile could not be loaded:')))
    .toBe(true)
  await page.unroute('**/users/getProfile')
  await page.reload()
  await expect(page.getByText('Grace Hopper')).toBeVisible()

  await page.getByRole('button', { name: texts.profile.changeName }).click()
  await page.getByPlaceholder('Enter your new Full Name').fill('Grace Renamed')
  await meet(
    page,
    /update\/user$/,
    [
      ['no success', json(200, { success: false, error: 'Not now' }), 'Error fetching posts'],
      ['refused', refusal(400, 'Not this name'), 'Error fetching posts'],
      ['the server fails', refusal(500, 'Oh'), 'Error fetching posts'],
      ['a page of a proxy', foreign(401, PAGE), 'Error fetching posts'],
      ['no answer', nobody, 'Error fetching posts'],
    ],
    {
      ask: () => page.getByRole('button', { name: 'UPDATE NAME' }).click(),
      look: (says) => expect(page.getByText(says, { exact: true })).toBeVisible(),
    },
  )
})

test('says what section 8 has for every answer about a post', async ({ page, context, venue }) => {
  const { event, owner, guest } = await startParty(venue)
  addManyPosts(venue.orma, event, guest, 1)
  await signIn(context, venue, owner)
  await page.goto(`/${event.event_hash}`)
  await page.locator('li[data-post]').click()
  const address = page.url()
  const alert = page.getByRole('alertdialog')
  const close = () => alert.getByRole('button', { name: texts.common.confirm }).click()
  await meet(
    page,
    /post\/like$/,
    ['no success', 'refused', 'gone', 'the server fails'].map((when, at): Row => {
      const answers = [
        json(200, { success: false, error: 'Not now' }),
        refusal(403, 'No'),
        refusal(404, 'No'),
        refusal(500, 'Oh'),
      ]
      return [when, answers[at]!, 'there was error processing the request']
    }),
    {
      ask: () => page.getByRole('button', { name: texts.post.like, exact: true }).click(),
      async look(says) {
        await expect(alert.getByText(says, { exact: true })).toBeVisible()
        await close()
      },
    },
  )
  await meet(
    page,
    /post\/\d+\?next/,
    [
      ['no post', json(200, {}), "Invalid Post, we couldn't find that post"],
      [
        'no success',
        json(200, { success: false, error: 'No' }),
        "Invalid Post, we couldn't find that post",
      ],
      ['there is none', refusal(404, 'No'), "Invalid Post, we couldn't find that post"],
      ['refused', refusal(400, 'No'), 'Failed to load post. Please try again.'],
      ['a page of a proxy', foreign(400, PAGE), 'Failed to load post. Please try again.'],
    ],
    {
      ask: () => page.goto(`${address}0000`),
      look: (says) => expect(page.getByText(says, { exact: true })).toBeVisible(),
    },
  )
})

test('says what section 8 has for every answer about a day’s film', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  addManyPosts(venue.orma, event, guest, 1)
  await signIn(context, venue, owner)
  const film = `/${event.event_hash}/highlights/2026-06-14`
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
      [
        'another’s',
        refusal(403, 'No'),
        'Error 403',
        'Only the owner of the event can download the video!',
      ],
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
