import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { expect, test } from './fixtures.ts'
import { whenControlled } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, as: 'guest' })

/** As in Safari now and then: no database is ever opened. */
async function haveStorageHang(page: Page): Promise<void> {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
  })
}

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' })

  test('a photo is said to be on its way to a silent storage', async ({ page, path }) => {
    await haveStorageHang(page)
    await page.goto(path)
    const buffer = await makePhoto({ width: 800, height: 600 })
    const photo = { name: 'camera.jpg', mimeType: 'image/jpeg', buffer }
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: texts.event.takePhoto }).click()
    await (await chooser).setFiles([photo])
    await expect(page.getByText(texts.upload.saving)).toHaveCount(1)
    await page.locator('input[type=file]').setInputFiles([photo])
    await expect(page.getByText(texts.upload.saving)).toHaveCount(2)
    await expect(page.getByText(texts.upload.savedOnPhone)).toHaveCount(0)
  })
})

test('a page whose storage is silent has the worker send', async ({ page }) => {
  await page.goto('/')
  await whenControlled(page)
  await haveStorageHang(page)
  await page.addInitScript(() => {
    const tell = Reflect.get(ServiceWorker.prototype, 'postMessage')
    ServiceWorker.prototype.postMessage = function noted(...args: unknown[]) {
      const [{ type }] = args as [{ type: string }]
      document.documentElement.dataset['told'] = type
      Reflect.apply(tell, this, args)
    }
  })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-told', 'DRAIN')
})
