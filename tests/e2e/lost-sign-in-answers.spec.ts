import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { newGuest } from './people.ts'

test.use(WITHOUT_WORKER)

async function askForCode(page: Page, phone: string): Promise<void> {
  await page.getByLabel(texts.login.phone, { exact: true }).fill(phone)
  await page.getByRole('button', { name: texts.login.verify }).click()
}

const CODE = { name: texts.login.code, exact: true } as const

test('a code whose answer was lost is typed after another press @full', async ({
  page,
  orma,
  client,
}) => {
  const { user } = await client.signUp('Lotte Lost')
  let asked = 0
  await page.route('**/users/register/start', async (route) => {
    asked += 1
    if (asked > 1) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await page.goto('/login')
  await askForCode(page, user.phone.slice(1))
  await expect(page.getByRole('alert')).toContainText(texts.login.startFailed)
  const code = await orma.codeFor(user.phone)
  await page.getByRole('button', { name: texts.login.verify }).click()
  await expect(page.getByRole('heading', { name: texts.login.codeTitle })).toBeVisible()
  await page.getByRole('textbox', CODE).fill(code)
  await expect(page).toHaveURL(`${orma.url}/`)
})

test('a sign-in answered to nobody is done by the same code', async ({ page, orma }) => {
  const guest = newGuest('Vera Vanished')
  let sent = 0
  await page.route('**/users/register/verify', async (route) => {
    sent += 1
    if (sent > 1) return route.continue()
    expect((await route.fetch()).status()).toBe(200)
    // The fetch has taken the cookie, which is lost with the answer.
    await page.context().clearCookies({ name: 'token' })
    return route.abort()
  })
  await page.goto('/login')
  await askForCode(page, guest.phone)
  await page.getByLabel(texts.login.name, { exact: true }).fill(guest.name)
  await page.getByLabel(texts.login.email, { exact: true }).fill(guest.email)
  const code = await orma.codeFor(`1${guest.phone}`)
  await page.getByRole('textbox', CODE).fill(code)
  await expect(page.getByRole('alert')).toContainText(texts.login.noResponse)
  // A slip of the finger takes nothing away.
  await page.getByRole('textbox', CODE).fill(code === '0000' ? '0001' : '0000')
  await expect(page.getByRole('alert')).toHaveText(texts.login.codeRefused)
  await page.getByRole('textbox', CODE).fill(code)
  await expect(page).toHaveURL(`${orma.url}/`)
  await expect(page.getByText(guest.name)).toBeVisible()
})

test('a login that failed offline says so only while offline @full', async ({ page, context }) => {
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

test('a server silent on who may create keeps nobody from the login', async ({ page }) => {
  await page.route('**/api/users/creator', () => undefined)
  await page.goto('/create/orma')
  // The call itself gives up later.
  await expect(page).toHaveURL('/login', { timeout: 20_000 })
  await expect(page.getByLabel(texts.login.phone, { exact: true })).toBeVisible()
})
