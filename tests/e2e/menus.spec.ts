import type { Page } from '@playwright/test'
import { MENU_DONE_MS } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { SENT_KEY } from '../../src/device/recent-ormas.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { enter, expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

const PHONE = { viewport: { width: 390, height: 480 }, hasTouch: true, isMobile: true }
/** For whoever is signed in or not; LOGOUT or LOGIN follows. */
const ITEMS = ['HOME', 'PROFILE', 'MY ORMAS', 'SETTINGS']
const DESKTOP = { viewport: { width: 1440, height: 900 } }

const burger = (page: Page) => page.getByRole('button', { name: texts.common.menu })
const menu = (page: Page) => page.getByRole('dialog', { name: texts.common.menu })
const items = (page: Page) => menu(page).locator('a, button')

async function openMenu(page: Page) {
  await burger(page).click()
  await expect(menu(page)).toBeVisible()
}

test.describe('on a phone', () => {
  test.use(PHONE)

  // Specification: 2.42, 2.44
  test('the burger opens a sidebar that holds the focus', async ({ page }) => {
    await page.goto('/')
    await openMenu(page)
    await expect(items(page)).toHaveText([...ITEMS, 'LOGIN'])
    await expect(items(page).first()).toBeFocused()
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      const isOutside = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement !== document.body && !activeElement?.closest('dialog')
      })
      expect(isOutside).toBe(false)
    }
    await page.evaluate(() => document.body.style.setProperty('height', '3000px'))
    await expect(page.locator('html')).toHaveCSS('overflow', 'hidden')

    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(burger(page)).toBeFocused()
    await expect(page.locator('html')).not.toHaveCSS('overflow', 'hidden')
  })

  // Specification: 2.10, 2.11, 2.44
  test('each item leads where it says, SETTINGS home @full', async ({
    page,
    context,
    orma,
    owner,
    path,
  }) => {
    await enter(context, owner)
    const ways = [
      [texts.menu.home, '/'],
      [texts.menu.profile, '/profile'],
      [texts.menu.myOrmas, '/myormas'],
      [texts.menu.settings, '/'],
    ] as const
    await page.goto('/myormas')
    await expect(page.getByRole('link', { name: texts.common.profile, exact: true })).toBeVisible()
    await openMenu(page)
    await expect(items(page)).toHaveText([...ITEMS, 'LOGOUT'])
    for (const [item, target] of ways) {
      await page.goto(path)
      await openMenu(page)
      await menu(page).getByRole('link', { name: item, exact: true }).click()
      await expect(page).toHaveURL(orma.url + target)
      await expect(menu(page)).toBeHidden()
    }
  })

  // Specification: 2.39, 2.41
  test('LOGIN and the icon lead a guest to the login', async ({ page, orma }) => {
    await page.goto('/')
    await openMenu(page)
    await menu(page).getByRole('link', { name: texts.menu.login }).click()
    await expect(page).toHaveURL(`${orma.url}/login`)
    await page.getByRole('link', { name: texts.common.home }).click()
    await expect(page).toHaveURL(`${orma.url}/`)
    await page.getByRole('link', { name: texts.common.login }).click()
    await expect(page).toHaveURL(`${orma.url}/login`)
    await page.getByRole('button', { name: texts.common.back }).click()
    await expect(page).toHaveURL(`${orma.url}/`)
  })

  // Specification: 2.46, 4.2
  test('LOGOUT leads to the Orma one is in, and home from elsewhere', async ({
    page,
    context,
    orma,
    client,
    owner,
    path,
  }) => {
    await enter(context, owner)
    await page.goto(path)
    const sentVisits = () => page.evaluate((key) => localStorage.getItem(key), SENT_KEY)
    await expect.poll(sentVisits).toBe(JSON.stringify([path.slice(1)]))
    await openMenu(page)
    await menu(page).getByRole('button', { name: texts.menu.logout }).click()
    await expect(page.getByRole('link', { name: texts.common.login, exact: true })).toBeVisible()
    await expect(page).toHaveURL(orma.url + path)
    expect(await sentVisits()).toBe(null)

    await enter(context, await client.signInAgain(owner))
    await page.goto('/myormas')
    await openMenu(page)
    await menu(page).getByRole('button', { name: texts.menu.logout }).click()
    await expect(page).toHaveURL(`${orma.url}/`)
    await expect(page.getByRole('heading', { name: 'Welcome, Guest' })).toBeVisible()
    const cookies = await context.cookies()
    expect(cookies.filter(({ name }) => name === 'token')).toEqual([])
  })
})

test.describe('inside an Orma', () => {
  test.use(PHONE)
  const group = (page: Page) => menu(page).getByRole('group').locator('a, button')
  const { myPhotos, share, edit, people, archive, ownArchive, download } = texts.menu

  test('the menu has what is of it, and a guest shares it from there', async ({
    page,
    context,
    orma,
    guest,
    owner,
    path,
  }) => {
    for (const [person, ofOrma] of [
      [undefined, [share, download]],
      [owner, [myPhotos, share, edit, people, archive, download]],
      [guest, [myPhotos, share, ownArchive, download]],
    ] as const) {
      if (person) await enter(context, person)
      await page.goto(path)
      await expect(page.getByRole('link', { name: texts.event.slideshow })).toBeVisible()
      await openMenu(page)
      await expect(group(page)).toHaveText([...ofOrma])
      if (person !== owner) continue
      await menu(page).getByRole('button', { name: edit }).click()
      await expect(page.getByRole('dialog', { name: texts.edit.title })).toBeVisible()
    }
    await menu(page).getByRole('button', { name: share }).click()
    const dialog = page.getByRole('dialog', { name: texts.event.share })
    await expect(dialog.getByRole('img', { name: texts.print.qrCode })).toBeVisible()
    await expect(dialog.getByLabel(texts.share.link)).toHaveValue(orma.url + path)
    await expect(dialog.getByRole('button', { name: texts.share.edit })).toHaveCount(0)
    await expect(dialog.getByRole('link', { name: texts.share.organise })).toHaveCount(0)
  })

  test.describe('whose organiser has switched sharing off', () => {
    test.use({ fields: { mayShare: 'false' } })

    test('the menu offers a guest no link', async ({ page, path }) => {
      await page.goto(path)
      await openMenu(page)
      await expect(group(page)).toHaveText([download])
    })
  })
})

test.describe('on a desktop', () => {
  test.use(DESKTOP)

  // Specification: 2.45, 4.41, 9.13
  test('the burger opens a dropdown, marked as done after 700 ms', async ({ page }) => {
    await page.goto('/')
    await expect(burger(page)).toBeVisible()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await burger(page).press('Enter')
    await expect(menu(page)).toBeVisible()
    await page.clock.runFor(MENU_DONE_MS - 100)
    await expect(menu(page)).not.toHaveClass(/(^| )done( |$)/)
    await page.clock.runFor(100)
    await expect(menu(page)).toHaveClass(/(^| )done( |$)/)
    await expect(items(page)).toHaveText([...ITEMS, 'LOGIN'])
    const box = await menu(page).boundingBox()
    expect(box?.height).toBeLessThan(450)

    await page.keyboard.press('Escape')
    await expect(menu(page)).toBeHidden()
    await expect(burger(page)).toBeFocused()
  })

  // Specification: 2.11, 2.46
  test('SETTINGS leads to the settings, LOGOUT to the login', async ({
    page,
    context,
    orma,
    owner,
    path,
  }) => {
    await enter(context, owner)
    await page.goto('/myormas')
    await expect(page.getByRole('link', { name: texts.common.profile, exact: true })).toBeVisible()
    await openMenu(page)
    await expect(items(page)).toHaveText([...ITEMS, 'LOGOUT'])
    await page.goto(path)
    await openMenu(page)
    await menu(page).getByRole('link', { name: texts.menu.settings }).click()
    await expect(page).toHaveURL(`${orma.url}/settings`)

    await page.goto(path)
    await openMenu(page)
    await menu(page).getByRole('button', { name: texts.menu.logout }).click()
    await expect(page).toHaveURL(`${orma.url}/login`)
    await expect(page.getByRole('heading', { name: texts.login.title })).toBeVisible()
  })
})
