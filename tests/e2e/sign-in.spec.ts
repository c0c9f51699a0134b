import type { Page } from '@playwright/test'
import { API_BASE, api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'

test.use(WITHOUT_WORKER)

const CODE = { name: texts.login.code, exact: true } as const

const RENAMES = `**${API_BASE}${api.updateUser.path}`

/** Every answer of the API to this page, as `status path`. */
function watchAnswers(page: Page): string[] {
  const answers: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/')) answers.push(`${response.status()} ${pathname}`)
  })
  return answers
}

/** All that this origin keeps in the browser, as one text. */
function keptOnDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: unknown[] = [document.cookie, Object.entries(localStorage)]
    kept.push(Object.entries(sessionStorage))
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name)
        request.addEventListener('success', () => resolve(request.result))
      })
      for (const store of db.objectStoreNames) {
        const rows = await new Promise((resolve) => {
          const request = db.transaction(store).objectStore(store).getAll()
          request.addEventListener('success', () => resolve(request.result))
        })
        kept.push(name, store, rows)
      }
      db.close()
    }
    return JSON.stringify(kept)
  })
}

test('signing in from the header leads back to where one was', async ({ page, orma }) => {
  const guest = newGuest('Hanna Home')
  await page.goto('/terms')
  await page.goto('/myormas')
  await page.getByRole('link', { name: texts.common.login }).click()
  await signIn(page, orma, guest)
  await expect(page).toHaveURL('/myormas')
  await expect(page.getByRole('link', { name: texts.common.profile, exact: true })).toBeVisible()
  // Over the login, not with one page more in its place.
  await page.goBack()
  await expect(page).toHaveURL('/terms')
  const cookies = await page.context().cookies()
  expect(cookies).toMatchObject([{ name: 'token', path: '/', httpOnly: false, sameSite: 'Lax' }])
})

test.describe('the phone field', () => {
  test.use({ userAgent: 'Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140.0 Mobile' })

  test('takes a number as it is typed, however fast, and in the country that is chosen last', async ({
    page,
    orma,
  }) => {
    await page.goto('/login')
    const field = page.getByLabel(texts.login.phone, { exact: true })
    const country = page.getByLabel(texts.login.country, { exact: true })
    for (const [code, typed, written] of [
      ['US', '2135550187', '(213) 555-0187'],
      ['US', '+491701234567', '+49 170 1234567'],
      ['', '491701234567', '+49 170 1234567'],
      ['DE', '01701234567', '0170 1234567'],
    ] as const) {
      await country.selectOption(code)
      await field.fill('')
      await field.pressSequentially(typed)
      await expect(field).toHaveValue(written)
    }
    await country.selectOption('FR')
    await country.selectOption('DE')
    await page.getByRole('button', { name: texts.login.verify }).click()
    await expect(page.getByText(texts.login.codeSentTo('491701234567'))).toBeVisible()
    expect(await orma.codeFor('491701234567')).toMatch(/^\d{4}$/)
  })
})

test('an address without the digits of a phone is called corrupted', async ({ page }) => {
  await page.goto('/login/verify=true&name=true&request_id=r&phone=none&email=true')
  await page.getByRole('textbox', CODE).fill('1234')
  await expect(page.getByRole('alert')).toHaveText(texts.login.corrupted)
})

test('a guarded page sends a guest to the login and gets them back', async ({ page, orma }) => {
  await page.goto('/terms')
  await page.goto('/profile')
  await expect(page).toHaveURL(`${orma.url}/login`)
  await signIn(page, orma, newGuest('Petra Profile'))
  await expect(page).toHaveURL(`${orma.url}/profile`)
  await page.getByRole('button', { name: texts.profile.changeName }).click()
  await page.getByRole('button', { name: texts.common.cancel }).click()
  await expect(page.getByRole('button', { name: texts.profile.changeName })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByPlaceholder(texts.profile.newNamePlaceholder).fill('Petra Renamed')
  await page.getByRole('button', { name: texts.profile.updateName }).click()
  await expect(page.getByText('Petra Renamed')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Petra Renamed')).toBeVisible()
})

test('a new name that is answered after signing out signs nobody in again', async ({
  page,
  orma,
}) => {
  const answer = Promise.withResolvers<void>()
  await page.goto('/profile')
  await signIn(page, orma, newGuest('Rena Renamed'))
  await page.getByRole('button', { name: texts.profile.changeName }).click()
  await page.route(RENAMES, async (route) => {
    const given = await route.fetch()
    await answer.promise
    return route.fulfill({ response: given })
  })
  await page.getByPlaceholder(texts.profile.newNamePlaceholder).fill('Rena Late')
  await page.getByRole('button', { name: texts.profile.updateName }).click()
  await page.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(page.getByText(texts.home.welcome(texts.home.guest))).toBeVisible()
  const late = page.waitForResponse(RENAMES)
  answer.resolve()
  await (await late).finished()
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await page.evaluate(() => document.cookie)).not.toContain('token=')
  await expect(page.getByText(texts.home.welcome(texts.home.guest))).toBeVisible()
})

test('someone signed in who opens the login of an Orma anew is led on to its upload @full', async ({
  page,
  context,
  orma,
}) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const { event_hash } = await client.createOrma(owner)
  await context.addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  await page.goto(`/${event_hash}/login`)
  await expect(page.getByRole('heading', { name: texts.upload.title })).toBeVisible()
  await expect(page).toHaveURL(`${orma.url}/${event_hash}/upload`)
})

test('signing out leaves neither token nor phone behind, here or on the server', async ({
  page,
  orma,
}) => {
  const guest = newGuest('Otto Out')
  await page.goto('/profile')
  await signIn(page, orma, guest)
  await expect(page.getByText(guest.name)).toBeVisible()
  await expect(page.getByText(guest.phone)).toBeVisible()
  const [, token = ''] = (await page.evaluate(() => document.cookie)).split('=')
  expect(await keptOnDevice(page)).toContain(token)

  await page.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(page.getByText(texts.home.welcome(texts.home.guest))).toBeVisible()
  await expect.poll(() => keptOnDevice(page)).not.toContain(token)
  expect(await keptOnDevice(page)).not.toContain(guest.phone)
  await expect
    .poll(async () => {
      const headers = { authorization: token }
      return (await page.request.get('/api/users/verify', { headers })).status()
    })
    .toBe(401)
})

test('a token that the server no longer knows is asked about once, and ends the session', async ({
  page,
  orma,
}) => {
  await page.goto('/profile')
  await signIn(page, orma, newGuest('Ella Elsewhere'))
  await expect(page).toHaveURL(`${orma.url}/profile`)
  const [, token = ''] = (await page.evaluate(() => document.cookie)).split('=')
  await page.request.post('/api/users/logout', { headers: { authorization: token } })

  const answers = watchAnswers(page)
  await page.reload()
  await expect(page).toHaveURL(`${orma.url}/login`)
  await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
  expect(answers.filter((answer) => answer.endsWith('/verify'))).toEqual(['401 /api/users/verify'])
  expect(await page.evaluate(() => document.cookie)).toBe('')
})

test('whoever goes on to another page is verified again once that is some minutes ago', async ({
  page,
  orma,
}) => {
  await page.goto('/profile')
  await signIn(page, orma, newGuest('Mia Minutes'))
  await expect(page).toHaveURL(`${orma.url}/profile`)
  await Promise.all([page.waitForResponse(/\/verify$/), page.reload()])
  const name = { name: texts.profile.title }
  await expect(page.getByRole('heading', name)).toBeVisible()
  const answers = watchAnswers(page)
  const verified = () => answers.filter((answer) => answer.endsWith('/verify'))
  await page.clock.setFixedTime(Date.now() + 4 * 60_000)
  await page.getByRole('button', { name: texts.common.back }).click()
  await expect(page.getByRole('heading', name)).toHaveCount(0)
  expect(verified()).toEqual([])

  await page.clock.setFixedTime(Date.now() + 6 * 60_000)
  await page.goForward()
  await expect.poll(verified).toEqual(['200 /api/users/verify'])
})
