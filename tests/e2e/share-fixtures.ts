import type { Page } from '@playwright/test'
import { SHARE } from '../../contract/routes.ts'
import type { GalleryPhoto } from '../support/sized-photos.ts'
import { expect } from './venue-fixtures.ts'

/** Opens a page of the same address that is outside of the app and its policy, from where `share` can be done. */
export async function leaveApp(page: Page): Promise<void> {
  await page.goto('/robots.txt')
}

/** What the phone does with what is shared from its gallery: a form that is posted. */
export async function share(page: Page, photos: readonly GalleryPhoto[]): Promise<void> {
  const shared = photos.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
  await page.evaluate(
    ({ files, action, field }) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: 'image/jpeg' }))
      }
      const input = Object.assign(document.createElement('input'), { type: 'file', name: field })
      input.files = transfer.files
      const form = Object.assign(document.createElement('form'), { action, method: 'post' })
      form.enctype = 'multipart/form-data'
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    { files: shared, action: SHARE.path, field: SHARE.field },
  )
  await expect(page).toHaveURL((url) => url.pathname === SHARE.path)
}
