import type { Locator, Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { expect, test } from './fixtures.ts'
import { nameField, openEdit, update } from './own-orma.ts'

test.use({ ...WITHOUT_WORKER, viewport: { width: 390, height: 664 }, as: 'owner' })

interface Form {
  name: string
  open: (page: Page, path: string) => Promise<void>
  /** Enters what is refused, and gives the field. */
  spoil: (page: Page) => Promise<Locator>
  /** From where it is sent. */
  send: (page: Page) => Locator
}

const FORMS: Form[] = [
  {
    name: 'that changes an Orma',
    open: openEdit,
    async spoil(page) {
      const field = page.getByLabel(texts.create.seatingUrl)
      await field.fill('http://example.com/seats')
      return field
    },
    send: update,
  },
  {
    name: 'of a new Orma',
    open: async (page) => void (await page.goto('/create/orma')),
    async spoil(page) {
      await nameField(page).fill(' ')
      return nameField(page)
    },
    send: (page) => page.getByLabel(texts.create.seatingUrl),
  },
]

for (const { name, open, spoil, send } of FORMS) {
  test(`a refused field of the form ${name} is brought into view @full`, async ({ page, path }) => {
    await open(page, path)
    const field = await spoil(page)
    await send(page).focus()
    await field.evaluate(scrollToTop)
    await page.keyboard.press('Enter')
    await expect(field).toBeFocused()
    await expect.poll(() => field.evaluate(isSeenWhole)).toBe(true)
  })
}

/** Begins like a JPEG: only the server finds that it is damaged. */
const DAMAGED = {
  name: 'torn.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('no image')]),
}

test('a damaged banner is refused by the server, in view', async ({ page }) => {
  await page.goto('/create/orma')
  await nameField(page).fill('Torn')
  const banner = page.getByRole('group', { name: texts.create.banner }).locator('input')
  await banner.setInputFiles(DAMAGED)
  await nameField(page).press('Enter')
  const reason = page.getByRole('alert').getByText(texts.server.damagedImage)
  // A page scrolls by whole pixels.
  await expect(reason).toBeInViewport({ ratio: 0.95 })
})

/** Scrolls what it stands in so that a field's upper edge is at the top, under what is sticky there. */
function scrollToTop(field: Element): void {
  // So that there is room to scroll.
  document.body.style.minHeight = '300vh'
  const scroller = field.closest('dialog') ?? document.documentElement
  const top = field.closest('dialog')?.getBoundingClientRect().top ?? 0
  scroller.scrollTop += field.getBoundingClientRect().top - top
}

/** Whether nothing lies over the label of a field, over the field, or over the line below it. */
function isSeenWhole(field: Element): boolean {
  const whole = field.parentElement
  const { left = 0, top = 0, bottom = 0 } = whole?.getBoundingClientRect() ?? {}
  return [top + 1, bottom - 1].every((y) => {
    const seen = document.elementFromPoint(left + 8, y)
    return seen !== null && whole?.contains(seen)
  })
}
