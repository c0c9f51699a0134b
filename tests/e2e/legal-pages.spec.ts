import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test as base } from '@playwright/test'
import { LEGAL } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { startOrma } from '../support/orma-server.ts'

const test = base.extend<{ termsUrl: string }>({
  async termsUrl({}, use) {
    const elsewhere = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>House rules</h1>')
    }).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const { port } = elsewhere.address() as AddressInfo
    await use(`http://127.0.0.1:${port}/rules?of=house`)
    elsewhere.close()
  },
  async baseURL({ termsUrl }, use) {
    const orma = await startOrma({ env: { TERMS_URL: termsUrl } })
    await use(orma.url)
    await orma.close()
  },
})

test.use(HEADLESS_SHELL)

test('the operator’s terms stand in the place of ours, except offline @full', async ({
  page,
  context,
  termsUrl,
}) => {
  const terms = page.getByRole('link', { name: texts.login.terms })
  await page.goto(LEGAL.terms)
  await expect(page).toHaveURL(termsUrl)
  await page.goto('/login')
  await terms.click()
  await expect(page).toHaveURL(termsUrl)

  await page.goto('/login')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await terms.click()
  await expect(page.getByRole('heading', { name: 'House rules' })).toBeVisible()
  await expect(page).toHaveURL(termsUrl)
  await page.goBack()
  await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
  await page.goto(LEGAL.terms)
  await expect(page).toHaveURL(termsUrl)

  await page.goto('/login')
  await page.getByRole('link', { name: texts.login.privacy }).click()
  await expect(page).toHaveURL(LEGAL.privacy)
  await expect(page.getByRole('heading', { name: texts.login.privacy })).toBeVisible()
  // Both are in one file, which the worker keeps from here on.
  await page.reload()
  await expect(page.getByRole('heading', { name: texts.login.privacy })).toBeVisible()
  await context.setOffline(true)
  await page.goto(LEGAL.terms)
  await expect(page.getByRole('heading', { name: texts.login.terms })).toBeVisible()
})
