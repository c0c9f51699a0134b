import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { newGuest } from './people.ts'

test.use(WITHOUT_WORKER)

const CODE = { name: texts.login.code, exact: true } as const

test('a code whose answer was lost is typed after another press', async ({
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
  await page.getByLabel(texts.login.phone, { exact: true }).fill(user.phone.slice(1))
  await page.getByRole('button', { name: texts.login.verify }).click()
  await expect(page.getByRole('alert')).toContainText(texts.login.startFailed)
  const code = await orma.codeFor(user.phone)
  // Whoever has looked up the code in another app may find the page loaded anew.
  await page.reload()
  await page.getByLabel(texts.login.phone, { exact: true }).fill(user.phone.slice(1))
  await page.getByRole('button', { name: texts.login.verify }).click()
  await expect(page.getByRole('heading', { name: texts.login.codeTitle })).toBeVisible()
  await page.getByRole('textbox', CODE).fill(code)
  await expect(page).toHaveURL(`${orma.url}/`)
})

for (const isReloaded of [false, true]) {
  test(`a guest whose sign-in was answered to nobody signs in by the same code ${isReloaded ? 'typed once more after a reload @full' : 'at the next press'}`, async ({
    page,
    orma,
  }) => {
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
    await page.getByLabel(texts.login.phone, { exact: true }).fill(guest.phone)
    await page.getByRole('button', { name: texts.login.verify }).click()
    await page.getByLabel(texts.login.name, { exact: true }).fill(guest.name)
    await page.getByLabel(texts.login.email, { exact: true }).fill(guest.email)
    const code = await orma.codeFor(`1${guest.phone}`)
    await page.getByRole('textbox', CODE).fill(code)
    await expect(page.getByRole('alert')).toContainText(texts.login.noResponse)
    if (isReloaded) {
      await page.reload()
      // A slip of the finger takes nothing away.
      await page.getByRole('textbox', CODE).fill(code === '0000' ? '0001' : '0000')
      await expect(page.getByRole('alert')).toHaveText(texts.login.codeRefused)
      await page.getByRole('textbox', CODE).fill(code)
    } else await page.getByRole('button', { name: texts.login.signIn }).click()
    await expect(page).toHaveURL(`${orma.url}/`)
    await expect(page.getByText(guest.name)).toBeVisible()
    expect(await page.evaluate(() => Object.keys(sessionStorage).join())).not.toMatch(/unanswered/)
  })
}
