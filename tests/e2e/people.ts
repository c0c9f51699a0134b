import { randomInt } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { expect } from './fixtures.ts'

interface Guest {
  name: string
  email: string
  /** National digits of a US number. */
  phone: string
}

export function newGuest(name: string): Guest {
  const phone = `213${randomInt(2, 10)}${randomInt(1e6).toString().padStart(6, '0')}`
  return { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`, phone }
}

/** Goes through the login that the page shows: phone, then whatever is lacking, then the code, which submits by itself. */
export async function signIn(page: Page, orma: OrmaServer, guest: Guest): Promise<void> {
  await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
  await page.getByLabel(texts.login.phone, { exact: true }).fill(guest.phone)
  await page.getByRole('button', { name: texts.login.verify }).click()
  await expect(page.getByRole('heading', { name: texts.login.codeTitle })).toBeVisible()
  const name = page.getByLabel(texts.login.name, { exact: true })
  if (await name.isVisible()) {
    await name.fill(guest.name)
    await page.getByLabel(texts.login.email, { exact: true }).fill(guest.email)
  }
  const code = await orma.codeFor(`1${guest.phone}`)
  await page.getByLabel(texts.login.code, { exact: true }).fill(code)
  await expect(page.getByRole('heading', { name: texts.login.codeTitle })).toBeHidden()
}

/** Deletes what was pressed, as the question about it asks. */
export async function confirmDeletion(page: Page, question: string): Promise<void> {
  const dialog = page.getByRole('alertdialog', { name: question })
  await dialog.getByRole('button', { name: texts.common.delete, exact: true }).click()
}

/** The token that this browser has; empty where nobody is signed in. */
export async function readToken(context: BrowserContext): Promise<string> {
  const cookies = await context.cookies()
  return cookies.find(({ name }) => name === TOKEN_COOKIE)?.value ?? ''
}
