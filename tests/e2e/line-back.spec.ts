import { texts } from '../../contract/texts.ts'
import { expect, test } from './fixtures.ts'

test('a login that failed without a network says so only for as long as there is none', async ({
  page,
  context,
}) => {
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

test('what says that there is no network covers nothing at the end of a page', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 400 })
  await page.goto('/login')
  const last = page.getByRole('link', { name: texts.login.privacy })
  await expect(last).toBeVisible()
  await context.setOffline(true)
  const pill = page.getByRole('status').filter({ hasText: texts.offline.offline })
  await expect(pill).toBeVisible()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const [end, begin] = [await last.boundingBox(), await pill.boundingBox()]
  expect(end!.y + end!.height).toBeLessThan(begin!.y)
})
