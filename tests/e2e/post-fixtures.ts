import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { expect } from './fixtures.ts'

/** Has the next calls of this kind refused as the server would. */
export async function refuse(page: Page, path: string, method: string, error = 'No.') {
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    await route.fulfill({ status: 403, json: { success: false, error, code: 'forbidden' } })
  })
}

export async function closeAlert(page: Page): Promise<void> {
  await page.getByRole('button', { name: texts.common.confirm, exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}
