import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { ownedOrma } from './own-orma.ts'
import { setScene } from './post-fixtures.ts'
import { chooseNew, openUpload } from './uploads-fixtures.ts'

// Many screen readers announce only what comes into a region that was there before.
test.use(WITHOUT_WORKER)

/** Marks the regions that are there by now. */
async function markRegions(page: Page): Promise<void> {
  await page.locator('[role=status], [aria-live]').evaluateAll((all) => {
    for (const region of all) if (region.checkVisibility()) region.setAttribute('data-before', '')
  })
}

test('that there is no connection is said where a status was before', async ({
  page,
  context,
  orma,
}) => {
  await ownedOrma(context, orma)
  await page.goto('/create/orma')
  await expect(page.getByRole('button', { name: texts.create.submit })).toBeVisible()
  await markRegions(page)
  await context.setOffline(true)
  const words = page.getByText(texts.offline.offline)
  await expect(page.locator('[data-before]').filter({ has: words })).toBeVisible()
})

test('why a list does not come is said where a status was before', async ({
  page,
  context,
  orma,
}) => {
  const { event } = await setScene(orma, page)
  await page.route('**/own_posts*', () => undefined)
  const asked = page.waitForRequest('**/own_posts*')
  await page.goto(`/${event.event_hash}/myphotos`)
  await asked
  await markRegions(page)
  await context.setOffline(true)
  const words = page.locator('.ms').getByText(texts.offline.offline)
  await expect(page.locator('[data-before]').filter({ has: words })).toBeVisible()
})

test('what is wrong with a field is said where a region was before', async ({ page, orma }) => {
  await setScene(orma, page)
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.changeName }).click()
  await expect(page.getByPlaceholder(texts.profile.newNamePlaceholder)).toBeFocused()
  await markRegions(page)
  await page.getByRole('button', { name: texts.profile.updateName }).click()
  await expect(page.getByText(texts.profile.invalidName)).toBeVisible()
  await expect(page.locator('[data-before]', { hasText: texts.profile.invalidName })).toBeVisible()
})

test('that photos wait for whoever chose them is said where a status was before', async ({
  page,
  orma,
}) => {
  const { client, guest } = await openUpload(page, orma)
  await chooseNew(page, 1)
  await client.call(api.logout, { token: guest.token })
  await markRegions(page)
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
  const words = page.getByText(texts.upload.sameUserOnly(1))
  await expect(page.locator('[data-before]').filter({ has: words })).toBeVisible()
})

test('the bar of waiting photos is announced once, and not again for each photo that goes', async ({
  page,
  context,
  orma,
}) => {
  const { event } = await openUpload(page, orma)
  await chooseNew(page, 2)
  await page.goto('/')
  const bar = page.getByRole('complementary')
  const said = bar.getByRole('status')
  await expect(said).toHaveText(texts.offline.chosen(2))
  await expect(said).toHaveAttribute('aria-live', 'polite')
  await expect(said.getByRole('link')).toHaveCount(0)
  const upload = await context.newPage()
  await upload.goto(`/${event.event_hash}/upload`)
  await upload.getByRole('button', { name: `${texts.upload.remove} IMG_0.jpg` }).click()
  await expect(said).toHaveText(texts.offline.chosen(1))
  await expect(said).toHaveAttribute('aria-live', 'off')
})
