import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'

test.use(WITHOUT_WORKER)

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
