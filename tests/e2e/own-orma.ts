import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { expect } from './fixtures.ts'

/** Opens the form that changes an Orma, as its owner does. */
export async function openEdit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: texts.event.share }).click()
  await page.getByRole('button', { name: texts.share.edit }).click()
  await expect(page.getByRole('heading', { name: texts.edit.title })).toBeVisible()
}

export const nameField = (page: Page) => page.getByLabel(texts.create.name, { exact: true })
export const update = (page: Page) =>
  page.getByRole('button', { name: texts.edit.update, exact: true })

/** Sends the form and waits until the page has begun anew. */
export async function updateAndReload(page: Page): Promise<void> {
  await update(page).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}
