import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { readToken } from './people.ts'

test.use(WITHOUT_WORKER)

/** As in Safari now and then: no database is ever opened. */
async function haveStorageHang(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
}

test('whoever signs out where storage never answers is signed out', async ({
  page,
  context,
  orma,
}) => {
  const { token } = await createApiClient(orma).signUp('Otto Out')
  await context.addCookies([{ name: 'token', value: token, url: orma.url }])
  await haveStorageHang(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(page.getByText(texts.home.welcome(texts.home.guest))).toBeVisible()
  expect(await readToken(context)).toBe('')
})
