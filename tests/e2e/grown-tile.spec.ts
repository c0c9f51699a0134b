import type { Page } from '@playwright/test'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './fixtures.ts'

test.use({ ...WITHOUT_WORKER, as: 'owner', viewport: { width: 390, height: 844 }, hasTouch: true })

test.beforeEach(async ({ page, orma, event, owner }) => {
  addManyPosts(orma, event, owner, 20)
  await page.addInitScript(notePhotosThatMove)
})

/** In the page: has its body say at which address a photo last moved into its other place. */
function notePhotosThatMove(): void {
  const begin = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = begin(update)
    const note = () => {
      const isMoving = document
        .getAnimations()
        .map(({ effect }) => effect as KeyframeEffect)
        .some(({ pseudoElement }) => pseudoElement === '::view-transition-group(photo)')
      if (isMoving) document.body.dataset['moved'] = location.pathname
    }
    transition.ready.then(note, () => undefined)
    return transition
  }
}

async function openTile(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('li[data-post] a').nth(2).click()
  await expect(page.getByRole('article').first()).toBeVisible()
}

test('a tile grows into its post, and back @full', async ({ page, path }) => {
  const body = page.locator('body')
  // On a machine that is too busy for it a waiting screen comes in between, and nothing moves: then it is tried again.
  await expect(async () => {
    await openTile(page, path)
    await expect(body).toHaveAttribute('data-moved', /\/post\/\d+$/, { timeout: 3_000 })
    await page.goBack()
    await expect(body).toHaveAttribute('data-moved', path, { timeout: 3_000 })
  }).toPass({ timeout: 150_000 })
})

test('nothing moves for who wants less motion @full', async ({ page, path }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openTile(page, path)
  await page.goBack()
  await expect(page.locator('li[data-post]').nth(2)).toBeVisible()
  await expect(page.locator('body')).not.toHaveAttribute('data-moved')
})
