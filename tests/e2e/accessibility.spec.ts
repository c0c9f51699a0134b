import type { Page } from '@playwright/test'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { violationsOf } from './axe.ts'
import { enter, expect, test } from './fixtures.ts'
import { newGuest } from './people.ts'
import { chooseNew } from './uploads-fixtures.ts'

test.use(WITHOUT_WORKER)

/** The smallest side of what a thumb must hit. */
const TARGET_PX = 44

const LOOKS = [
  { name: 'on a phone in light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  {
    name: 'on a tablet in light @full',
    viewport: { width: 820, height: 1180 },
    colorScheme: 'light',
  },
  {
    name: 'on a desktop in dark @full',
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
  },
] as const

for (const { name, ...look } of LOOKS) {
  test.describe(`every screen, ${name},`, () => {
    test.use({ ...look, contextOptions: { reducedMotion: 'reduce' } })

    test('can be used and read by everybody who is signed out', async ({
      page,
      owner,
      event,
      path,
      addPhotos,
    }) => {
      const [post] = await addPhotos(1)
      await open(page, '/', texts.home.empty)
      await open(page, '/login', texts.login.title)
      await page.getByLabel(texts.login.phone, { exact: true }).fill(newGuest('Axel').phone)
      await page.getByRole('button', { name: texts.login.verify }).click()
      await expect(page.getByText(texts.login.codeTitle)).toBeVisible()
      await expectNoViolations(page, 'code')
      await page.getByRole('button', { name: texts.login.signIn }).click()
      await expect(page.getByRole('alert')).not.toBeEmpty()
      await expectNoViolations(page, 'code refused')

      await open(page, '/terms', texts.login.terms)
      await open(page, '/privacy', texts.login.privacy)
      await open(page, '/404', texts.notFound.text)
      await open(page, `/${'A'.repeat(22)}`, texts.event.gone)
      await open(page, `${path}/post/999999`, texts.post.notFound)
      await open(page, path, event.name)
      await expect(page.locator('li[data-post] img').first()).toBeVisible()
      await expectNoViolations(page, 'feed')
      await open(page, `${path}/upload`, texts.upload.title)

      await open(page, `${path}/post/${post?.id}`, owner.user.name ?? '')
      await page.getByRole('button', { name: texts.post.like, exact: true }).click()
      await expect(page.getByText(texts.loginPrompt.text)).toBeVisible()
      await expectNoViolations(page, 'login prompt')
    })

    test('can be used and read by everybody who is signed in', async ({
      page,
      context,
      owner,
      event,
      path,
      addPhotos,
      addComment,
    }) => {
      await enter(context, owner)
      await open(page, path, texts.feed.empty)
      await page.getByRole('button', { name: texts.event.share }).click()
      await expect(page.getByText(texts.share.private)).toBeVisible()
      await expectNoViolations(page, 'share')

      await open(page, `${path}/upload`, texts.upload.title)
      await chooseNew(page, 1)
      await expectNoViolations(page, 'draft')
      await page.getByRole('button', { name: texts.upload.uploadNow }).click()
      await expect(page.getByText(texts.upload.uploaded, { exact: true })).toBeVisible()
      await expectNoViolations(page, 'uploaded')

      const [post] = await addPhotos(1)
      await addComment(post?.id ?? 0, 'What a night!')
      await open(page, `${path}/post/${post?.id}`, 'What a night!')
      await page.getByRole('button', { name: texts.post.delete }).first().click()
      await expect(page.getByText(texts.post.deleteWarning)).toBeVisible()
      await expectNoViolations(page, 'delete')

      await open(page, '/', event.name)
      await open(page, '/create/orma', texts.create.title)
      await open(page, '/profile', owner.user.name ?? '')
    })

    test('can be used and read by everybody in menus and dialogs', async ({
      page,
      context,
      owner,
      guest,
      event,
      path,
      addPhotos,
      change,
    }) => {
      await change({ seating_url: 'https://example.com/seats' })
      await addPhotos(1)
      await enter(context, owner)
      await open(page, `${path}/splash-screen`, texts.splash.invitation)
      await open(page, '/seating_chart', texts.seating.title)
      await open(page, '/myormas', event.name)
      await open(page, `${path}/myphotos`, texts.upload.myPhotos)
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1)
      await expectNoViolations(page, 'own photos')
      await open(page, '/profile', owner.user.name ?? '')
      await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
      await expect(page.getByText(texts.server.ownsOrmas)).toBeVisible()
      await expectNoViolations(page, 'an owner’s account')

      await open(page, path, event.name)
      await page.getByRole('button', { name: texts.common.menu }).click()
      await expect(page.getByRole('link', { name: texts.menu.myOrmas })).toBeVisible()
      await expectNoViolations(page, 'menu')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: texts.event.share }).click()
      await page.getByRole('button', { name: texts.share.edit }).click()
      await expect(page.getByText(texts.edit.pausedHint)).toBeVisible()
      await expectNoViolations(page, 'edit')
      await page.getByRole('button', { name: texts.edit.updateBanner }).click()
      const buffer = await makePhoto({ width: 800, height: 600 })
      const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer }
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles([file])
      await expect(page.getByRole('application', { name: texts.edit.position })).toBeVisible()
      await expectNoViolations(page, 'crop')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: texts.edit.delete }).click()
      await expect(page.getByText(texts.edit.deleteWarning)).toBeVisible()
      await expectNoViolations(page, 'delete Orma')

      await enter(context, guest)
      await open(page, '/profile', guest.user.name ?? '')
      await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
      await expect(page.getByText(texts.account.deleteWarning)).toBeVisible()
      await expectNoViolations(page, 'delete account')
    })
  })
}

// In light each has a test of its own.
test.describe('the other screens, in dark,', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
    contextOptions: { reducedMotion: 'reduce' },
  })

  test('can be used and read by everybody @full', async ({
    page,
    context,
    owner,
    path,
    addPhotos,
    change,
  }) => {
    await addPhotos(1)
    await open(page, '/sample', texts.sample.title)
    await open(page, `${path}/organise#${'A'.repeat(43)}`, texts.organise.signIn)
    await enter(context, owner)
    await change({ paused: 'true' })
    await open(page, '/', texts.event.paused)
    await open(page, '/settings', texts.settings.title)
    await open(page, '/getapp', texts.install.title)
    await page.goto('/create/orma')
    await page.getByText(texts.switches.chooseYourself).click()
    await page.getByText(texts.switches.revealNames.at, { exact: true }).click()
    await expectNoViolations(page, 'own choice')
    await open(page, `${path}/people`, owner.user.name ?? '')
    await open(page, `${path}/organise`, texts.organise.title)
    await open(page, `${path}/review`, texts.review.empty)
    await open(page, `${path}#timeline`, texts.timeline.viewAll)
    await open(page, `${path}/slideshow`, texts.slideshow.desktopOnly)
    await change({ paused: 'false', pin: 'Sunset' })
    await context.clearCookies()
    await open(page, path, texts.door.title)
  })
})

test('a comment on its way can be read @full', async ({ page, context, owner, post_id, path }) => {
  await enter(context, owner)
  await page.route('**/comment', () => undefined)
  await page.goto(`${path}/post/${post_id}`)
  const field = page.getByPlaceholder(texts.post.commentPlaceholder).first()
  await field.fill('How lovely')
  await field.press('Enter')
  await expect(page.locator('[data-unsent]')).toContainText('How lovely')
  expect(await violationsOf(page, { within: '.comment-list-list' })).toEqual([])
})

/** Opens a screen, waits for what it says, and checks it. */
async function open(page: Page, path: string, text: string): Promise<void> {
  await page.goto(path)
  // Not the first look, in whose place the app comes any moment.
  await expect(
    page.locator('main:not([aria-busy])').getByText(text, { exact: true }).first(),
  ).toBeVisible()
  await expectNoViolations(page, path)
}

async function expectNoViolations(page: Page, screen: string): Promise<void> {
  expect(await violationsOf(page), screen).toEqual([])
  expect(await smallTargets(page), screen).toEqual([])
}

/** What a thumb on a phone can hardly hit. */
function smallTargets(page: Page): Promise<string[]> {
  if ((page.viewportSize()?.width ?? 0) > 700) return Promise.resolve([])
  return page
    .locator('button:visible, .button:visible, .tabs-link:visible, input[type=text]:visible')
    .evaluateAll(
      (targets, least) =>
        targets
          .map((target) => ({ html: target.outerHTML, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.width < least || box.height < least)
          .map(({ html, box }) => `${html.slice(0, 80)} ${box.width} x ${box.height}`),
      TARGET_PX,
    )
}
