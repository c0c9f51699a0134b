import type { Page } from '@playwright/test'
import { eventPageScripts, eventPageStyles } from '../../scripts/built-files.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'

test.use(HEADLESS_SHELL)

// That no page breaks the content security policy, calls another host or throws is held by the fixtures, in every test.

/** Requests until the shell stands: HTML, scripts, style sheet, manifest, icon. */
const SHELL_REQUESTS_MAX = 8

test.describe('the shell', () => {
  test('opens at every address of the app and says where it is', async ({ page }) => {
    for (const path of ['/', '/login', '/profile', '/nowhere/at/all']) {
      await page.goto(path)
      await expect(page.locator('#root')).not.toBeEmpty()
      await expect(page.locator('link[rel=manifest]')).toHaveAttribute(
        'href',
        '/manifest.webmanifest',
      )
    }
  })

  test('has the worker take over the page that registered it, and opens without the server', async ({
    page,
    orma,
  }) => {
    await page.goto('/')
    await workerControls(page)
    const shown = await page.locator('h1').first().innerText()

    await orma.stop()
    await page.reload()
    await expect(page.locator('h1').first()).toHaveText(shown)
    await orma.restart()
  })
})

test.describe("an Orma's page", () => {
  test('names its own manifest, also when the worker serves it', async ({ page, orma, path }) => {
    const link = page.locator('link[rel=manifest]')

    await page.goto(path)
    await expect(link).toHaveAttribute('href', `${path}/manifest.webmanifest`)
    await workerControls(page)

    await orma.stop()
    await page.reload()
    await expect(link).toHaveAttribute('href', `${path}/manifest.webmanifest`)
    await orma.restart()
  })

  test('loads on a first visit no script that the budget does not count', async ({
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
    await workerControls(page)

    const counted = [...eventPageScripts(), ...eventPageStyles(), 'sw.js']
    expect(asked.filter((file) => /\.(js|css)$/.test(file) && !counted.includes(file))).toEqual([])
    const shell = asked.filter((file) => !/^(api|media)\//.test(file) && !file.endsWith('.woff2'))
    expect(shell.length).toBeLessThanOrEqual(SHELL_REQUESTS_MAX)
  })
})

async function workerControls(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}
