import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'

test.use(HEADLESS_SHELL)

test('a login that failed offline says so only while offline', async ({ page, context }) => {
  await page.goto('/login')
  await page.getByLabel(texts.login.phone).fill('2025550123')
  await context.setOffline(true)
  await page.getByRole('button', { name: texts.login.verify }).click()
  const alert = page.getByRole('alert')
  await expect(alert.getByText(texts.login.requestFailed)).toBeVisible()
  await expect(alert.getByText(texts.offline.offline)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(texts.offline.offline)).toHaveCount(0)
  await expect(alert.getByText(texts.login.startFailed)).toBeVisible()
  await expect(page.getByText(texts.offline.silent)).toHaveCount(0)
})
