import type { Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import type { ApiClient } from '../support/api-client.ts'
import { HEADLESS_SHELL, WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { makePhoto } from '../support/photos.ts'
import { enter, expect, test } from './fixtures.ts'
import { newGuest } from './people.ts'

/** As somebody sets it who reads twice as large. */
const LARGE = '--blink-settings=defaultFontSize=32'
const { launchOptions } = HEADLESS_SHELL

test.use({
  ...WITHOUT_WORKER,
  launchOptions: { ...launchOptions, args: [...launchOptions.args, LARGE] },
  viewport: { width: 320, height: 640 },
  contextOptions: { reducedMotion: 'reduce' },
})

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenauszahlungsstellenleiter'

test('nothing leaves a narrow screen with large text', async ({ page, client, orma }) => {
  expect(LONG).toHaveLength(80)
  const { path, post, owner, event } = await longOrma(client)
  await page.goto('/')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
    '32px',
  )

  const look = async (at: string) => {
    expect.soft(await misplaced(page), at).toEqual([])
  }
  const open = async (at: string, name: string, text: string) => {
    await page.goto(at)
    await expect(
      page.locator('main:not([aria-busy])').getByText(text, { exact: true }).first(),
    ).toBeVisible()
    await look(name)
  }
  await open('/', 'home signed out', texts.home.empty)
  await open('/login', 'login', texts.login.title)
  await page.getByLabel(texts.login.phone, { exact: true }).fill(newGuest('Axel').phone)
  await page.getByRole('button', { name: texts.login.verify }).click()
  await expect(page.getByText(texts.login.codeTitle)).toBeVisible()
  await look('code')
  await open(`${path}/post/999999`, 'no post', texts.post.notFound)
  await open(`${path}/post/${post.id}`, 'post of others', LONG)

  await enter(page.context(), owner)
  await open('/', 'home', LONG)
  await open('/myormas', 'myormas', LONG)
  await open('/create/orma', 'create', texts.create.title)
  await open('/profile', 'profile', LONG)
  await open('/settings', 'settings', texts.settings.title)
  await open('/getapp', 'getapp', texts.install.title)
  await open('/terms', 'terms', texts.login.terms)
  await open(`${path}/post/${post.id}`, 'post', LONG)
  const tops = await page
    .locator('.post-card-line')
    .first()
    .locator('button, a')
    .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
  expect.soft(new Set(tops).size, 'icons of a post on one row').toBe(1)
  await open(path, 'orma', LONG)
  await expect(page.locator('li[data-post] img').first()).toBeVisible()
  await look('feed')
  await open(`${path}#timeline`, 'timeline', texts.timeline.viewAll)
  await open(`${path}/memories/viewall`, 'memories', texts.timeline.memories)
  await open(`${path}/upload`, 'upload', texts.upload.title)
  const buffer = await makePhoto({ width: 800, height: 600, seed: 2 })
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: `${LONG}.jpg`, mimeType: 'image/jpeg', buffer }])
  await expect(page.getByText(texts.upload.savedOnPhone)).toBeVisible()
  await look('draft')
  await page.getByRole('button', { name: texts.upload.uploadNow }).click()
  await expect(page.getByText(texts.upload.uploaded, { exact: true })).toBeVisible()
  await look('uploaded')
  await open(`${path}/myphotos`, 'own photos', texts.upload.myPhotos)
  await open(`${path}/splash-screen`, 'splash', texts.splash.invitation)
  await page.goto(`${path}/slideshow`)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await look('slideshow intro')

  await page.goto(path)
  await page.getByRole('button', { name: texts.common.menu }).click()
  await expect(page.getByRole('link', { name: texts.menu.myOrmas })).toBeVisible()
  await look('menu dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: texts.event.share }).click()
  await expect(page.getByText(texts.share.private)).toBeVisible()
  await look('share dialog')
  await page.getByRole('button', { name: texts.share.edit }).click()
  await expect(page.getByText(texts.edit.pausedHint)).toBeVisible()
  await look('edit dialog')
  await page.getByRole('button', { name: texts.edit.delete }).click()
  await expect(page.getByText(texts.edit.deleteWarning)).toBeVisible()
  await look('delete dialog')
  // In front of the feed they stand in a row, with names cut short.
  addManyPosts(orma, event, owner, 2, 'FAILEDBYNUDITY')
  await open(`${path}/review`, 'review', LONG)
})

test('with large text the pill leaves free what leads to waiting photos', async ({
  page,
  context,
  owner,
  path,
}) => {
  await enter(context, owner)
  await page.goto(`${path}/upload`)
  const buffer = await makePhoto({ width: 800, height: 600 })
  const input = page.locator('input[type=file]')
  await input.setInputFiles([{ name: 'one.jpg', mimeType: 'image/jpeg', buffer }])
  await expect(page.getByText(texts.upload.notSentYet)).toBeVisible()
  await page.goto(path)
  const pill = page.getByRole('link', { name: texts.event.upload })
  const bar = page.getByRole('complementary')
  await expect(bar.getByRole('link')).toBeVisible()
  const gap = async () => {
    const [over, under] = [await pill.boundingBox(), await bar.boundingBox()]
    return over && under && under.y - over.y - over.height
  }
  await expect.poll(gap).toBeGreaterThan(0)
  await bar.getByRole('link').click({ trial: true })
})

test('a question’s answers are in reach in a low window with large text', async ({
  page,
  context,
  owner,
  path,
  post_id,
}) => {
  await enter(context, owner)
  for (const size of [
    { width: 667, height: 375 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size)
    await page.goto(`${path}/post/${post_id}`)
    await page.getByRole('button', { name: texts.post.delete }).first().click()
    const question = page.getByRole('alertdialog')
    for (const answer of [texts.common.cancel, texts.common.delete])
      await question.getByRole('button', { name: answer, exact: true }).click({ trial: true })
  }
})

/** An Orma, its owner and a comment that all are called so. */
async function longOrma(client: ApiClient) {
  const owner = await client.signUp(LONG)
  const event = await client.createOrma(owner, { name: LONG })
  const photo = await makePhoto({ width: 800, height: 600 })
  const post = await client.addPhoto(event, owner, photo)
  const { event_hash } = event
  const { token } = owner
  const params = { event_hash, post_id: post.id }
  for (const content of ['What a night!', LONG])
    await client.call(api.addComment, { params, json: { content }, token })
  await client.call(api.likePost, { params: { event_hash }, json: { post_id: post.id }, token })
  return { path: `/${event_hash}`, post, owner, event }
}

/** What of the page leaves the screen, or has no room in it, in words. */
function misplaced(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} "${element.textContent.slice(0, 30)}"`
    const isHidden = (element: Element) =>
      element.closest(
        '.visually-hidden, .root-layout-skip-link, dialog:not([open]), [popover]:not(:popover-open)',
      ) !== null || !element.checkVisibility({ opacityProperty: false, visibilityProperty: true })
    /** What scrolls sideways, or cuts what it shows (a photo to its place), may hold more than there is room for. */
    const isHeld = (element: Element) => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
        if (getComputedStyle(at).overflowX !== 'visible') return true
      return false
    }
    const problems: string[] = []
    if (document.documentElement.scrollWidth > wide)
      problems.push(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ${wide}`)
    for (const element of document.body.querySelectorAll('*')) {
      if (isHidden(element)) continue
      const { left, right, width, height } = element.getBoundingClientRect()
      const isOut = width > 0 && height > 0 && (left < -1 || right > wide + 1)
      if (isOut && !isHeld(element)) problems.push(`${nameOf(element)} leaves: ${left} to ${right}`)
      if (!element.matches('h1, h2, h3, button, a, label')) continue
      if (element.matches('h1, h2, h3') && (width < 16 || height < 10))
        problems.push(`${nameOf(element)} has no room: ${width} x ${height}`)
      // Words that are cut on the way: a word in its own box wider than that.
      const cut = element.scrollWidth - element.clientWidth
      if (element.matches('button, a, label') && cut > 1 && element.clientWidth > 0)
        problems.push(`${nameOf(element)} holds more than it has room for: ${cut}`)
    }
    return problems
  })
}
