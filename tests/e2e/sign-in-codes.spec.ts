import type { Locator } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { isRed } from '../support/is-red.ts'
import { expect, test } from './fixtures.ts'
import { newGuest } from './people.ts'

test.use(WITHOUT_WORKER)

const CODE = { name: texts.login.code, exact: true } as const

interface Handed {
  /** Waits until the page asks for a code from a message. */
  hand: (code: string) => Promise<void>
}

test('the code field takes a pasted code and drops what is no digit', async ({ page }) => {
  await page.goto('/login/verify=true&name=false&request_id=r1&phone=12025550142&email=true')
  const field = page.getByLabel(texts.login.code, { exact: true })
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await field.focus()
  await page.keyboard.type('1a2')
  await expect(field).toHaveValue('12')
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'Your code: 98 76')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  })
  await expect(field).toHaveValue('9876')
})

// Specification: 2.29, 2.31, 2.35, 4.3, 5.1, 5.3, 5.4, 7.37
test('what is wrong is said in red below, read with its field, and announced again', async ({
  page,
  orma,
}) => {
  const guest = newGuest('Wanda Wrong')
  const words = page.getByRole('alert').locator('.error')
  const [phone, name, email] = [texts.login.phone, texts.login.name, texts.login.email].map(
    (label) => page.getByLabel(label, { exact: true }),
  ) as [Locator, Locator, Locator]
  const code = page.getByRole('textbox', CODE)
  /** Sends a form of which one field is wrong, twice. */
  const expectWrong = async (field: Locator, said: string) => {
    await field.press('Enter')
    await expect(field).toHaveAccessibleDescription(said)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await words.evaluate((element) => element.setAttribute('data-first', ''))
    await field.press('Enter')
    await expect(page.locator('.error:not([data-first])')).toHaveText(said)
  }
  await page.goto('/login')
  await expectWrong(phone, texts.login.invalidPhone)
  expect(await isRed(words)).toBe(true)
  const verify = page.getByRole('button', { name: texts.login.verify })
  const [button, error] = [await verify.boundingBox(), await words.boundingBox()]
  expect(error?.y).toBeGreaterThan((button?.y ?? 0) + (button?.height ?? 0))
  await phone.fill(guest.phone)
  // A double click that is faster than the page asks for one code.
  await verify.evaluate((pressed: HTMLElement) => {
    pressed.click()
    pressed.click()
  })

  await expect(page).toHaveURL(
    new RegExp(`/login/verify=true&name=false&request_id=[^&]+&phone=1${guest.phone}&email=false$`),
  )
  await expect(page.getByRole('button', { name: /^Send the code again in/ })).toBeDisabled()
  await page.reload()
  // Such a server writes it into its log.
  await expect(page.getByText(texts.login.noSms(`1${guest.phone}`, null))).toBeVisible()
  await expectWrong(name, texts.login.missingName)
  await name.fill(guest.name)
  await expectWrong(email, texts.login.missingEmail)
  await expect(name).not.toHaveAttribute('aria-invalid')
  await email.fill('wanda@example')
  await expectWrong(email, texts.login.invalidEmail)
  await email.fill(guest.email)
  await expectWrong(code, texts.login.invalidCode)

  const sent = await orma.codeFor(`1${guest.phone}`)
  await code.fill(sent === '0000' ? '0001' : '0000')
  await expect(code).toHaveAccessibleDescription(texts.login.codeRefused)
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toHaveValue('')
  await code.fill(sent)
  await expect(page).toHaveURL(`${orma.url}/`)
})

test('codes that the browser reads are tried by themselves @full', async ({
  page,
  orma,
  client,
}) => {
  const { user } = await client.signUp('Wanda Webotp')
  // No message comes to this machine: the page is handed codes as a phone would.
  await page.addInitScript(() => {
    const asked: ((credential: unknown) => void)[] = []
    navigator.credentials.get = () =>
      new Promise((resolve) => asked.push(resolve as (credential: unknown) => void))
    const hand = async (code: string) => {
      while (asked.length === 0) await new Promise(requestAnimationFrame)
      asked.shift()?.({ type: 'otp', code })
    }
    Object.assign(window, { OTPCredential: class {}, hand })
  })
  const hand = (code: string) =>
    page.evaluate((digits) => (window as unknown as Handed).hand(digits), code)
  await page.goto('/login')
  await page.getByLabel(texts.login.phone, { exact: true }).fill(user.phone.slice(1))
  await page.getByRole('button', { name: texts.login.verify }).click()
  const code = await orma.codeFor(user.phone)
  await hand(code === '0000' ? '0001' : '0000')
  await expect(page.getByText(texts.login.codeRefused)).toBeVisible()
  await hand(code)
  await expect(page.getByRole('heading', { name: texts.login.codeTitle })).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('name and email outlast a reload, for this number alone', async ({ page, orma }) => {
  const [guest, other] = [newGuest('Rita Reload'), newGuest('Olaf Other')]
  const name = page.getByLabel(texts.login.name, { exact: true })
  const email = page.getByLabel(texts.login.email, { exact: true })
  const ask = async (phone: string) => {
    await page.goto('/login')
    await page.getByLabel(texts.login.phone, { exact: true }).fill(phone)
    await page.getByRole('button', { name: texts.login.verify }).click()
    await expect(name).toBeVisible()
  }
  await ask(guest.phone)
  await name.fill(guest.name)
  await email.fill(guest.email)
  await page.reload()
  await expect(name).toHaveValue(guest.name)
  await expect(email).toHaveValue(guest.email)

  await ask(other.phone)
  await expect(name).toHaveValue('')
  await expect(email).toHaveValue('')
  await page.goBack()
  await page.goBack()
  await expect(name).toHaveValue(guest.name)
  await page.getByRole('textbox', CODE).fill(await orma.codeFor(`1${guest.phone}`))
  await expect(page.getByRole('heading', { name: texts.login.codeTitle })).toBeHidden()
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Rita')
})
