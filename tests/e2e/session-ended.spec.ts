import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { expect, test } from './fixtures.ts'
import { nameField, openEdit, update } from './own-orma.ts'
import { newGuest, readToken, signIn } from './people.ts'

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

test('what was entered for a new Orma is there again once its host has signed in again @full', async ({
  page,
  context,
  orma,
}) => {
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

test('what was entered for a new Orma is there again also where its host’s account was deleted elsewhere meanwhile and is a new one @full', async ({
  page,
  context,
  orma,
}) => {
  const host = await enterNewOrma(page, orma)
  const client = createApiClient(orma)
  await client.call(api.deleteAccount, { token: await readToken(context) })
  // Nobody gets the id that was theirs by chance.
  await client.signUp('Somebody else')
  await sendAndSignIn(page, orma, host)
  await expect(nameField(page)).toHaveValue('Our long day')
})

test('what was entered for a new Orma is not shown to somebody else who signs in after its host @full', async ({
  page,
  context,
  orma,
}) => {
  await enterNewOrma(page, orma)
  await endSession(context, orma)
  await sendAndSignIn(page, orma, newGuest('Emil Else'))
  await expect(nameField(page)).toHaveValue('')
})

test('what was entered to change an Orma is open again once its owner has signed in again @full', async ({
  page,
  context,
  orma,
}) => {
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

test('a form that changes an Orma stays when its owner signs out in another tab, and asks them to sign in @full', async ({
  page,
  context,
  orma,
}) => {
  const { owner, path } = await openOwnEdit(page, context, orma)
  await nameField(page).fill('Renamed')
  await context.clearCookies({ name: TOKEN_COOKIE })
  const verified = page.waitForFunction(() => document.cookie === '')
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  )
  await verified
  // Behind the form the page knows already that nobody is signed in.
  await expect(
    page.getByRole('link', { name: texts.common.login, includeHidden: true }).first(),
  ).toBeAttached()
  await expect(nameField(page)).toHaveValue('Renamed')
  await update(page).click()
  await prompt(page).getByRole('button', { name: texts.loginPrompt.login }).click()
  await signIn(page, orma, owner)
  await expect(page).toHaveURL(path)
  await expect(nameField(page)).toHaveValue('Renamed')
})
