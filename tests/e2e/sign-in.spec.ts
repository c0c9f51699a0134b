import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'

test.use(WITHOUT_WORKER)

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

// Specification: 2.38
test('signing in from the header leads back', async ({ page, orma }) => {
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

// Specification: 2.24, 2.75
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

// Specification: 2.74, 4.2
test('signing out leaves neither token nor phone behind', async ({ page, orma }) => {
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

// Specification: 4.1
test('a token that the server does not know ends the session', async ({ page, orma }) => {
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
