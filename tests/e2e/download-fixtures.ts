import type { Locator, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { expect } from './venue-fixtures.ts'

/** Opens the question of keeping from an Orma's menu. */
export async function openDownload(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('button', { name: texts.menu.download }).click()
  return page.getByRole('dialog', { name: texts.download.title })
}

/** Has the Orma that is shown kept; resolves when it is said that all of it is here. */
export async function downloadOrma(page: Page): Promise<void> {
  const dialog = await openDownload(page)
  await dialog.getByRole('button', { name: texts.download.start }).click()
  await expect(dialog.getByText(texts.download.done)).toBeVisible()
}

/** Waits until a post's own page shows its photo at full size. */
export async function whenPhotoShown(page: Page, post_id: number | undefined): Promise<void> {
  const photo = page.locator(`article[data-post="${post_id}"] img[data-full]`)
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
}
