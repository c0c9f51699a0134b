import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { expect, test } from '../e2e/fixtures.ts'
import { nameField, openEdit, update } from '../e2e/own-orma.ts'
import { newGuest, readToken, signIn } from '../e2e/people.ts'

test.use(WITHOUT_WORKER)

/** Has the server forget the token that this device still has. */
async function endSession(context: BrowserContext, orma: OrmaServer) {
  const token = await readToken(context)
  const { status } = await createApiClient(orma).call(api.logout, { token })
  expect(status).toBe(204)
}

/** A host who is signed in by the login, in the form that changes an Orma of theirs. */
async function openOwnEdit(page: Page, context: BrowserContext, orma: OrmaServer) {
  const owner = newGuest('Olga Owner')
  await page.goto('/profile')
  await signIn(page, orma, owner)
  const { event_hash } = await createApiClient(orma).createOrma({ token: await readToken(context) })
  await openEdit(page, `/${event_hash}`)
  return { owner, path: `/${event_hash}` }
}

/** Signs a host in by the login, who enters a name for a new Orma. */
async function enterNewOrma(page: Page, orma: OrmaServer) {
  const host = newGuest('Hanna Host')
  await page.goto('/create/orma')
  await signIn(page, orma, host)
  await nameField(page).fill('Our long day')
  return host
}

/** Sends a new Orma, for which somebody has to sign in first: they do, and are back at the form. */
async function sendAndSignIn(page: Page, orma: OrmaServer, person: ReturnType<typeof newGuest>) {
  await page.getByRole('button', { name: texts.create.submit }).click()
  await prompt(page).getByRole('button', { name: texts.loginPrompt.login }).click()
  await signIn(page, orma, person)
  await expect(page).toHaveURL('/create/orma')
}

const prompt = (page: Page) => page.getByRole('dialog', { name: texts.loginPrompt.text })

// Specification: 4.1
test('a new Orma’s form is there after signing in again', async ({ page, context, orma }) => {
  const host = await enterNewOrma(page, orma)
  await endSession(context, orma)
  await sendAndSignIn(page, orma, host)
  await expect(nameField(page)).toHaveValue('Our long day')
  await page.getByRole('button', { name: texts.create.submit }).click()
  await expect(page.getByRole('heading', { name: texts.event.readyTitle })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Our long day', level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: texts.event.share })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a new Orma’s form is not shown to somebody else', async ({ page, context, orma }) => {
  await enterNewOrma(page, orma)
  await endSession(context, orma)
  await sendAndSignIn(page, orma, newGuest('Emil Else'))
  await expect(nameField(page)).toHaveValue('')
})

test('a change of an Orma is open after signing in again', async ({ page, context, orma }) => {
  const { owner, path } = await openOwnEdit(page, context, orma)
  await nameField(page).fill('Renamed')
  await page.getByLabel(texts.edit.paused).check()
  await endSession(context, orma)
  await update(page).click()
  await prompt(page).getByRole('button', { name: texts.loginPrompt.login }).click()
  await signIn(page, orma, owner)
  await expect(page).toHaveURL(path)
  await expect(nameField(page)).toHaveValue('Renamed')
  await expect(page.getByLabel(texts.edit.paused)).toBeChecked()
  await update(page).click()
  await expect(page.getByRole('heading', { name: 'Renamed', level: 1 })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
