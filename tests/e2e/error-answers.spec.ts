import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { foreign, json, meet, nobody, PAGE, refusal } from './error-answers.ts'
import { watchLog } from './fault-fixtures.ts'
import { enter, expect, test } from './venue-fixtures.ts'

// Section 8 of the specification by what is answered: refusals in our format, answers of somebody else, and answers of success
// that are none. Each page meets many of them. What is said is written here as the specification has it, letter by letter.

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 844 } })

const unsuccessful = (error?: string) => json(200, { success: false, error })

// Specification: 8.5, 8.9, 8.10
test('says what section 8 has for every answer to the phone check', async ({ page }) => {
  const [sentence, failed] = ['That was an error verifying your number', 'Error fetching posts']
  await page.goto('/login')
  await page.getByLabel(texts.login.phone, { exact: true }).fill('2025550142')
  await meet(
    page,
    /register\/start$/,
    [
      ['no success', unsuccessful(), sentence, failed],
      ['no success, in words', unsuccessful('Not now'), sentence, 'Not now'],
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

// Specification: 8.6, 8.7, 8.8, 8.10, 8.11, 8.12
test('says what section 8 has for every answer to the code check', async ({ page }) => {
  const [sentence, strange] = ['There was an error processing the request', 'Error fetching post']
  const noToken = 'Code is invalid or expired. please try again!'
  await page.goto('/login/verify=true&name=true&request_id=abc&phone=12025550142&email=true')
  const field = page.getByLabel(texts.login.code, { exact: true })
  await meet(
    page,
    /register\/verify$/,
    [
      ['no success, in words', unsuccessful('Not you'), 'Not you'],
      ['no success', unsuccessful(), noToken],
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

// Specification: 2.77, 8.14, 8.16, 9.23
test('a name that fails stays Loading..., or says so @full', async ({ page, context, guest }) => {
  await enter(context, guest)
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
      ['no success', unsuccessful('Not now'), 'Error fetching posts'],
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

// Specification: 8.18, 8.20, 8.28, 8.35, 8.36
test('says what section 8 has for every answer about a post @full', async ({
  page,
  context,
  event,
  owner,
  guest,
  orma,
  path,
}) => {
  addManyPosts(orma, event, guest, 1)
  await enter(context, owner)
  await page.goto(path)
  await page.locator('li[data-post]').click()
  const address = page.url()
  const alert = page.getByRole('alertdialog')
  const failed = 'there was error processing the request'
  const [none, notLoaded] = [
    "Invalid Post, we couldn't find that post",
    'Failed to load post. Please try again.',
  ]
  const close = () => alert.getByRole('button', { name: texts.common.confirm }).click()
  await meet(
    page,
    /post\/like$/,
    [
      ['no success', unsuccessful('Not now'), failed],
      ['refused', refusal(403, 'No'), failed],
      ['gone', refusal(404, 'No'), failed],
      ['the server fails', refusal(500, 'Oh'), failed],
    ],
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
      ['no post', json(200, {}), none],
      ['no success', unsuccessful('No'), none],
      ['there is none', refusal(404, 'No'), none],
      ['refused', refusal(400, 'No'), notLoaded],
      ['a page of a proxy', foreign(400, PAGE), notLoaded],
    ],
    {
      ask: () => page.goto(`${address}0000`),
      look: (says) => expect(page.getByText(says, { exact: true })).toBeVisible(),
    },
  )
})
