import { setTimeout as after } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import { DEFAULT_COUNTRY } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

test.beforeEach(async ({ page }) => {
  // Somebody who has asked for no code yet: a second one for a number has to wait.
  await page.addInitScript(() => sessionStorage.clear())
  await begin(page)
})

const field = (page: Page) => page.getByLabel(texts.login.phone, { exact: true })
const country = (page: Page) => page.getByLabel(texts.login.country, { exact: true })

async function begin(page: Page): Promise<void> {
  await page.goto('/login')
  await field(page).focus()
}

/** The digits that the server is asked to send a code to once `act` has been done. */
async function sentBy(page: Page, act: () => Promise<unknown>): Promise<string> {
  const path = endpointPath(api.startRegistration)
  const [request] = await Promise.all([
    page.waitForRequest((request) => new URL(request.url()).pathname.endsWith(path)),
    act(),
  ])
  return request.postDataJSON().phone
}

const verify = (page: Page) => page.getByRole('button', { name: texts.login.verify }).click()

/** Presses keys without waiting for the page to be done with the one before. */
async function pressApart(page: Page, keys: readonly string[], apartMs: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const pressed = []
  for (const key of keys) {
    const text = key === 'Enter' ? '\r' : key
    const named = key === 'Enter' ? { windowsVirtualKeyCode: 13 } : {}
    pressed.push(
      browser.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text, ...named }),
      browser.send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...named }),
    )
    if (apartMs > 0) await after(apartMs)
  }
  await Promise.all(pressed)
}

test('all keys are in the number that is sent, on a phone six times slower @full', async ({
  page,
}) => {
  for (const apartMs of [0, 5, 20, 60]) {
    await begin(page)
    const keys = [...Array.from('2025550142'), 'Enter']
    expect(await sentBy(page, () => pressApart(page, keys, apartMs))).toBe('12025550142')
  }
})

test('a pasted number shows its country', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [written, code, sent] of [
    ['+44 7911 123456', 'GB', '447911123456'],
    ['0044 7911 123456', 'GB', '447911123456'],
    ['+49 (0)151 23456789 ext. 5', 'DE', '4915123456789'],
  ] as const) {
    await begin(page)
    await page.evaluate((text) => navigator.clipboard.writeText(text), written)
    await page.keyboard.press('ControlOrMeta+V')
    await expect(country(page)).toHaveValue(code)
    await expect(field(page)).toBeFocused()
    expect(await sentBy(page, () => verify(page))).toBe(sent)
  }
})

/** The country chosen, what is typed for it, and the digits that are sent. */
const NUMBERS = [
  ['DE', '0151 23456789', '4915123456789'],
  ['AT', '0664 1234567890', '436641234567890'],
  ['BR', '(11) 98765-4321', '5511987654321'],
  ['CN', '138 1234 5678', '8613812345678'],
  ['ID', '0812-3456-78901', '62812345678901'],
  ['AR', '011 15 1234-5678', '5491112345678'],
  ['AR', '9 11 1234-5678', '5491112345678'],
  ['MX', '55 1234 5678', '525512345678'],
  ['MX', '1 55 1234 5678', '525512345678'],
  ['MX', '044 55 1234 5678', '525512345678'],
  ['US', '+49 (0)151 23456789', '4915123456789'],
  ['US', '+52 1 55 1234 5678', '525512345678'],
  ['US', '+54 11 15 1234-5678', '5491112345678'],
  ['US', '00447911123456', '447911123456'],
  ['US', '٠٠٤٩١٥١٢٣٤٥٦٧٨٩', '4915123456789'],
  ['US', '００４９１５１２３４５６７８９', '4915123456789'],
] as const

const TRIED = NUMBERS.filter((_, at) => process.env['ORMA_TEST_FULL'] === '1' || at % 3 === 0)

// Specification: 2.26, 5.2
test('a number is sent as its country has it', async ({ page }) => {
  await expect(country(page)).toHaveValue(DEFAULT_COUNTRY)
  for (const [code, typed, sent] of TRIED) {
    await test.step(`${typed}, typed for ${code}`, async () => {
      await begin(page)
      await country(page).selectOption(code)
      await field(page).pressSequentially(typed, { delay: 0 })
      expect(await sentBy(page, () => page.keyboard.press('Enter'))).toBe(sent)
    })
  }
})

test('a number that is too short, too long or erased is not sent', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.method()))
  for (const digits of ['123', '555', '20255501421', '']) {
    await field(page).fill(digits)
    await verify(page)
    await expect(page.getByRole('alert')).toHaveText(texts.login.invalidPhone)
  }
  expect(asked).not.toContain('POST')
  await field(page).fill('2025550142')
  expect(await sentBy(page, () => verify(page))).toBe('12025550142')
})

test('an edit in the middle keeps the caret and all other digits', async ({ page }) => {
  const shown = () =>
    field(page).evaluate((input: HTMLInputElement) => {
      const { value, selectionStart, selectionEnd } = input
      return `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionEnd ?? 0)}`
    })
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
    return shown()
  }
  expect(await press(...Array.from('2025550142'))).toBe('(202) 555-0142|')
  await press('Home')
  const right = Array.from({ length: 7 }, () => 'ArrowRight')
  expect(await press(...right)).toBe('(202) 5|55-0142')
  expect(await press('Backspace')).toBe('(202|) 550-142')
  expect(await press('Backspace')).toBe('(20|5) 501-42')
  expect(await press('3', '4')).toBe('(203) 4|55-0142')
  expect(await press('ArrowLeft', 'Backspace')).toBe('(203|) 455-0142')
  expect(await sentBy(page, () => page.keyboard.press('Enter'))).toBe('12034550142')
})

test('a country chosen later has the number written anew', async ({ page }) => {
  await page.keyboard.type('01709876543')
  for (const [code, written] of [
    ['DE', '0170 9876543'],
    ['GB', '01709 876543'],
    ['DE', '0170 9876543'],
  ] as const) {
    await country(page).selectOption(code)
    await expect(field(page)).toHaveValue(written)
  }
  expect(await sentBy(page, () => verify(page))).toBe('491709876543')

  await begin(page)
  await page.keyboard.type('447911123456')
  await country(page).selectOption('')
  await expect(field(page)).toHaveValue('+44 7911 123456')
})
