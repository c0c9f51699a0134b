import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { chooseNew } from './uploads-fixtures.ts'

// Many screen readers announce only what comes into a region that was there before.
test.use({ ...WITHOUT_WORKER, as: 'owner' })

/** Marks the regions that are there by now. */
async function markRegions(page: Page): Promise<void> {
  await page.locator('[role=status], [aria-live]').evaluateAll((all) => {
    for (const region of all) if (region.checkVisibility()) region.setAttribute('data-before', '')
  })
}

test('a lost connection is said in a status that was there', async ({ page, context }) => {
  await page.goto('/create/orma')
  await expect(page.getByRole('button', { name: texts.create.submit })).toBeVisible()
  await markRegions(page)
  await context.setOffline(true)
  const words = page.getByText(texts.offline.offline)
  await expect(page.locator('[data-before]').filter({ has: words })).toBeVisible()
})

test('a refused field is said in a region that was there @full', async ({ page }) => {
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.changeName }).click()
  await expect(page.getByPlaceholder(texts.profile.newNamePlaceholder)).toBeFocused()
  await markRegions(page)
  await page.getByRole('button', { name: texts.profile.updateName }).click()
  await expect(page.getByText(texts.profile.invalidName)).toBeVisible()
  await expect(page.locator('[data-before]', { hasText: texts.profile.invalidName })).toBeVisible()
})

test('the bar of waiting photos is announced once @full', async ({ page, context, path }) => {
  await page.goto(`${path}/upload`)
  await chooseNew(page, 2)
  await page.goto('/')
  const bar = page.getByRole('complementary')
  const said = bar.getByRole('status')
  await expect(said).toHaveText(texts.offline.chosen(2))
  await expect(said).toHaveAttribute('aria-live', 'polite')
  await expect(said.getByRole('link')).toHaveCount(0)
  const upload = await context.newPage()
  await upload.goto(`${path}/upload`)
  await upload.getByRole('button', { name: `${texts.upload.remove} IMG_0.jpg` }).click()
  await expect(said).toHaveText(texts.offline.chosen(1))
  await expect(said).toHaveAttribute('aria-live', 'off')
})
