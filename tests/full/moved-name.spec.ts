import { texts } from '../../contract/texts.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { newGuest, signIn } from '../e2e/people.ts'
import { chooseNew } from '../e2e/uploads-fixtures.ts'

/** Two sites to a browser, and one server. */
const oldName = (url: string) => url.replace('localhost', '127.0.0.1')

test.use({ baseURL: async ({ orma }, use) => use(oldName(orma.url)) })

test('a former name of the site goes on as it was, waiting photos included', async ({
  orma,
  page,
  context,
  path,
  stored,
}) => {
  await page.goto(path)
  await page.getByRole('link', { name: texts.event.upload }).click()
  await signIn(page, orma, newGuest('Gero Guest'))
  await chooseNew(page, 2)
  await orma.stop()
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
  await expect(page.getByText(texts.upload.shown)).toHaveCount(0)
  await page.close()

  await orma.restart({ env: { PUBLIC_URL: orma.url, ALLOWED_ORIGINS: '' } })
  const back = await context.newPage()
  await back.goto(`${path}/upload`)
  await expect.poll(async () => (await stored()).length).toBe(2)
  await back.goto(path)
  await expect(back.locator('li[data-post]')).toHaveCount(2)
  const { status } = await fetch(orma.url + path)
  expect(status).toBe(200)
})
