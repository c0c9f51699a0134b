import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { downloadOrma } from './download-fixtures.ts'
import { visit } from './offline-fixtures.ts'
import { choose, expect, gallery, test } from './venue-fixtures.ts'

test.use({ ...HEADLESS_SHELL, as: 'guest' })

test('the browser is asked once to keep what is stored @full', async ({
  page,
  context,
  venue,
  event,
  addPhotos,
  path,
}) => {
  await context.addInitScript(() => {
    StorageManager.prototype.persist = async () => {
      localStorage.setItem('asked', `${localStorage.getItem('asked') ?? ''}|`)
      return true
    }
  })
  const asked = () => page.evaluate(() => localStorage.getItem('asked'))
  await addPhotos(1)
  await visit(page, venue.url, event)
  expect(await asked()).toBe(null)
  await downloadOrma(page)
  expect(await asked()).toBe('|')
  await page.goto(`${path}/upload`)
  await choose(page, await gallery(1))
  await page.reload()
  await choose(page, await gallery(1), 2)
  // By then it would have asked for the one before.
  expect(await asked()).toBe('|')

  await page.evaluate(() => {
    localStorage.removeItem('asked')
    const opening = indexedDB.open('orma-outbox')
    return new Promise((resolve) => {
      opening.addEventListener('success', () => {
        const clearing = opening.result.transaction('notes', 'readwrite')
        clearing.objectStore('notes').clear()
        clearing.addEventListener('complete', resolve)
      })
    })
  })
  await choose(page, await gallery(1), 3)
  await expect.poll(asked).toBe('|')

  // As an iPhone tells an app on its home screen.
  await page.evaluate(() => Object.assign(navigator, { standalone: true }))
  await choose(page, await gallery(1), 4)
  await expect.poll(asked).toBe('||')
})
