import type { BrowserContext, Page } from '@playwright/test'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { weekend } from './film-fixtures.ts'

const { highlights } = texts

export const openDownload = (page: Page) =>
  page.getByRole('button', { name: highlights.download }).tap()
export const popup = (page: Page) => page.getByRole('dialog', { name: highlights.download })

/** Opens the film of a weekend's first day as the Orma's owner. */
export async function openAsOwner(page: Page, context: BrowserContext, orma: OrmaServer) {
  const party = await weekend(orma)
  await context.addCookies([{ name: TOKEN_COOKIE, value: party.owner.token, url: orma.url }])
  await page.goto(party.film)
  return party
}
