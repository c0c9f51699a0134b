import { eventPageScripts, eventPageStyles } from '../../scripts/built-files.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'

test.use(HEADLESS_SHELL)

// That no page breaks the content security policy, calls another host or throws is held by the fixtures, in every test.

/** Requests until the shell stands: HTML, scripts, style sheet, manifest, icon. */
const SHELL_REQUESTS_MAX = 8

test('an Orma’s first visit loads no script that the budget does not count', async ({
  page,
  path,
  addPhotos,
}) => {
  await addPhotos(1)
  const asked: string[] = []
  page.on('response', (response) => {
    // What the worker fetches to keep is counted as the precache; what it gives from there costs nothing more.
    if (response.request().serviceWorker() || response.fromServiceWorker()) return
    asked.push(new URL(response.url()).pathname.slice(1))
  })

  await page.goto(path)
  await expect(page.locator('li[data-post] img')).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

  const counted = [...eventPageScripts(), ...eventPageStyles(), 'sw.js']
  expect(asked.filter((file) => /\.(js|css)$/.test(file) && !counted.includes(file))).toEqual([])
  const shell = asked.filter((file) => !/^(api|media)\//.test(file) && !file.endsWith('.woff2'))
  expect(shell.length).toBeLessThanOrEqual(SHELL_REQUESTS_MAX)
})
