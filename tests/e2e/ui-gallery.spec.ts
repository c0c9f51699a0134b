import { expect, test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { build, preview } from 'vite'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'

const CONFIG_FILE = 'tests/support/ui-gallery.vite.ts'
const VIEWS = ['pieces', 'event', 'home', 'login', 'post']
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
/** The smallest side of what a thumb must hit. */
const TARGET_PX = 44
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The built gallery, served under a strict content security policy, and a page that fails for any error in it. */
const test = base.extend<{ open: (view: string) => Promise<Page> }, { galleryUrl: string }>({
  galleryUrl: [
    async ({}, use) => {
      await build({ configFile: CONFIG_FILE, logLevel: 'warn' })
      const server = await preview({
        configFile: CONFIG_FILE,
        preview: { port: 0, host: '127.0.0.1' },
      })
      await use(`${server.resolvedUrls?.local[0]}tests/support/ui-gallery.html`)
      await server.close()
    },
    { scope: 'worker' },
  ],
  open: async ({ page, galleryUrl }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    await use(async (view) => {
      await page.goto(`${galleryUrl}?view=${view}`)
      await expect(page.locator('h1')).toBeAttached()
      return page
    })
    expect(errors).toEqual([])
  },
})

test.use(WITHOUT_WORKER)
// In one process, which builds the gallery once.
test.describe.configure({ mode: 'default' })

for (const [size, viewport] of Object.entries(SIZES)) {
  // Colors do not change with the width: dark is looked at once.
  for (const colorScheme of size === 'phone'
    ? (['light', 'dark'] as const)
    : (['light'] as const)) {
    test.describe(`every view on a ${size}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme, contextOptions: { reducedMotion: 'reduce' } })

      for (const view of VIEWS) {
        test(`lets everybody use and read ${view}`, async ({ open }) => {
          expect(await violationsOf(await open(view), { tags: TAGS })).toEqual([])
        })
      }
    })
  }
}

test.describe('a dialog', () => {
  test('takes the focus, holds the page still, and gives the focus back on Escape', async ({
    open,
  }) => {
    const page = await open('pieces')
    const opener = page.getByRole('button', { name: 'Open a dialog' })
    await opener.click()
    const dialog = page.getByRole('dialog', { name: 'Share this Orma' })
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')
    expect(await violationsOf(page, { tags: TAGS })).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('closes by its button and by a press beside it', async ({ open }) => {
    const page = await open('pieces')
    const dialog = page.getByRole('dialog', { name: 'Share this Orma' })
    await page.getByRole('button', { name: 'Open a dialog' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Open a dialog' }).click()
    await expect(dialog).toBeVisible()
    // Not at once: that would be the second press of a double one.
    await expect(async () => {
      await page.mouse.click(8, 8)
      await expect(dialog).toHaveCount(0, { timeout: 1000 })
    }).toPass()
  })

  test('stays at a double press on what opens it', async ({ open }) => {
    const page = await open('pieces')
    const opener = page.getByRole('button', { name: 'Open a dialog' })
    await opener.evaluate((button: HTMLButtonElement) => button.click())
    await page.mouse.click(8, 8)
    const dialog = page.getByRole('dialog', { name: 'Share this Orma' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
  })

  test('asks with the safe answer in focus before it deletes', async ({ open }) => {
    const page = await open('pieces')
    await page.getByRole('button', { name: 'Open a question' }).click()
    const question = page.getByRole('alertdialog', { name: 'Warning! This will delete the post.' })
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    expect(await violationsOf(page, { tags: TAGS })).toEqual([])
  })

  test('shows an alert until it is answered', async ({ open }) => {
    const page = await open('pieces')
    await page.getByRole('button', { name: 'Alert' }).click()
    const alert = page.getByRole('alertdialog', { name: 'Upload limit reached, please upgrade.' })
    await alert.getByRole('button', { name: 'OK' }).click()
    await expect(alert).toHaveCount(0)
  })
})

test.describe('a toast', () => {
  test('is announced, and its action takes it away', async ({ open }) => {
    const page = await open('pieces')
    await page.getByRole('button', { name: 'Update', exact: true }).click()
    const region = page.locator('[aria-live=polite]', {
      hasText: 'A new version of Orma is ready.',
    })
    await expect(region).toBeVisible()
    await region.getByRole('button', { name: 'Reload' }).click()
    await expect(region).toHaveCount(0)
  })
})

test.describe('the code field', () => {
  test('is one field that takes a pasted code and drops what is no digit', async ({ open }) => {
    const page = await open('login')
    const field = page.getByRole('textbox', { name: 'Code' })
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(field).toHaveAttribute('inputmode', 'numeric')
    await page.keyboard.type('1a2')
    await expect(field).toHaveValue('12')
    await field.evaluate((input) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', 'Your code: 98 76')
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
    })
    await expect(field).toHaveValue('9876')
  })
})

test.describe('the menu', () => {
  test('opens by key and gives the focus back on Escape', async ({ open }) => {
    const page = await open('pieces')
    const burger = page.getByRole('button', { name: 'Menu' })
    await burger.press('Enter')
    await expect(page.getByRole('link', { name: 'MY ORMAS' })).toBeVisible()
    expect(await violationsOf(page, { tags: TAGS })).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'MY ORMAS' })).toBeHidden()
    await expect(burger).toBeFocused()
  })
})

test.describe('a thumb', () => {
  test.use({ viewport: SIZES.phone })

  for (const view of VIEWS) {
    test(`hits everything that can be pressed in ${view}`, async ({ open }) => {
      const page = await open(view)
      const small = await page
        .locator(
          'button:visible, .bt:visible, .tb-link:visible, input:not([type=checkbox]):visible',
        )
        .evaluateAll(
          (targets, least) =>
            targets
              .map((target) => ({ html: target.outerHTML, box: target.getBoundingClientRect() }))
              .filter(({ box }) => box.width < least || box.height < least)
              .map(({ html, box }) => `${html.slice(0, 80)} ${box.width} x ${box.height}`),
          TARGET_PX,
        )
      expect(small).toEqual([])
    })
  }
})
