import { expect, test as base } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'

const test = base.extend<object, { orma: OrmaServer }>({
  orma: [
    async ({}, use) => {
      const orma = await startOrma({ env: { DEFAULT_COUNTRY: 'DE' } })
      await use(orma)
      await orma.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ orma }, use) => use(orma.url),
})

test.use(HEADLESS_SHELL)

// Specification: 9.4
test('a number is taken for one of the host’s country, also offline', async ({ page, context }) => {
  const country = page.getByLabel(texts.login.country, { exact: true })
  await page.goto('/login')
  await expect(country).toHaveValue('DE')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await expect(country).toHaveValue('DE')
  await context.setOffline(true)
  await page.reload()
  await expect(country).toHaveValue('DE')
  await page.getByLabel(texts.login.phone, { exact: true }).fill('0151 23456789')
})
