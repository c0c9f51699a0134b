import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'

/** Has the server forget the token that this device still has. */
async function endSession(context: BrowserContext, orma: OrmaServer) {
  const token = (await context.cookies()).find(({ name }) => name === TOKEN_COOKIE)?.value
  const { status } = await createApiClient(orma).call(api.logout, { token })
  expect(status).toBe(204)
}

const prompt = (page: Page) => page.getByRole('dialog', { name: texts.loginPrompt.text })

test('what was entered for a new Orma is there again once its host has signed in again', async ({
  page,
  context,
  orma,
}) => {
  const host = newGuest('Hanna Host')
  await page.goto('/create/orma')
  await signIn(page, orma, host)
  await page.getByLabel(texts.create.name, { exact: true }).fill('Our long day')
  await endSession(context, orma)
  await page.getByRole('button', { name: texts.create.submit }).click()
  await prompt(page).getByRole('button', { name: texts.loginPrompt.login }).click()
  await signIn(page, orma, host)
  await expect(page).toHaveURL('/create/orma')
  await expect(page.getByLabel(texts.create.name, { exact: true })).toHaveValue('Our long day')
  await page.getByRole('button', { name: texts.create.submit }).click()
  await expect(page.getByRole('heading', { name: texts.event.readyTitle })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Our long day', level: 1 })).toBeVisible()
})

test('an owner whose session ends while they change an Orma reads that they must sign in', async ({
  page,
  context,
  orma,
}) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const { event_hash } = await client.createOrma(owner)
  await context.addCookies([{ name: TOKEN_COOKIE, value: owner.token, url: orma.url }])
  await page.goto(`/${event_hash}`)
  await page.getByRole('button', { name: texts.event.share }).click()
  await page.getByRole('button', { name: texts.share.edit }).click()
  await page.getByLabel(texts.create.name, { exact: true }).fill('Renamed')
  await endSession(context, orma)
  await page.getByRole('button', { name: texts.edit.update, exact: true }).click()
  await expect(prompt(page)).toBeVisible()
})
