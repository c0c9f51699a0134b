import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { expect, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

// What section 2 of the specification says of screens, and no other test has to do with.

const option = (name: boolean, email: boolean) =>
  `/login/verify=true&name=${name}&request_id=r1&phone=12135550187&email=${email}`

// Specification: 2.27, 2.28, 5.24
test('the login explains itself, with terms and privacy', async ({ page }) => {
  for (const [name, path] of [
    [texts.login.terms, '/terms'],
    [texts.login.privacy, '/privacy'],
  ] as const) {
    await page.goto('/login')
    await expect(page.getByText(texts.login.explanation)).toBeVisible()
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { name })).toBeVisible()
  }
})

// Specification: 2.32
test('the login asks for name and email only where they lack', async ({ page }) => {
  for (const [name, email] of [
    [true, true],
    [false, true],
    [true, false],
    [false, false],
  ] as const) {
    await page.goto(option(name, email))
    await expect(page.getByLabel(texts.login.code, { exact: true })).toBeVisible()
    await expect(page.getByPlaceholder('First and last name')).toHaveCount(name ? 0 : 1)
    await expect(page.getByLabel(texts.login.email, { exact: true })).toHaveCount(email ? 0 : 1)
  }
})

// Specification: 2.34
test('the phone check is repeated once its wait is over', async ({ page, orma, client }) => {
  const { user } = await client.signUp('Rita Repeat')
  await page.clock.install()
  await page.goto('/login')
  await page.getByLabel(texts.login.phone, { exact: true }).fill(`+${user.phone}`)
  await page.getByRole('button', { name: texts.login.verify }).click()
  await expect(page).toHaveURL(/request_id=/)
  const first = page.url()
  const request_id = /request_id=([^&]+)/.exec(first)?.[1]
  const code = await orma.codeFor(user.phone)
  // Signed in with it elsewhere: the server's own wait is over with that.
  const json = { code, phone: user.phone, request_id }
  expect((await client.call(api.verifyRegistration, { json })).status).toBe(200)

  await page.clock.fastForward('01:00')
  await page.getByRole('button', { name: texts.login.sendAgain, exact: true }).click()
  await expect(page).not.toHaveURL(first)
  const again = await orma.codeFor(user.phone)
  // Sooner than anybody types it, the page has the first request's code still.
  await expect(async () => {
    await page.getByLabel(texts.login.code, { exact: true }).fill(again)
    await expect(page.getByText(texts.home.welcome('Rita Repeat'))).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 30_000 })
})

test.describe('with an Orma of one’s own', () => {
  test.use({ as: 'owner', fields: { event_date: '2026-11-20' } })

  // Specification: 2.40, 2.47, 2.62
  test('the banner tells name and date, the upload screen its rules; the icon leads on', async ({
    page,
    path,
  }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Anna & Ben' })).toBeVisible()
    await expect(page.getByText('Friday, November 20, 2026')).toBeVisible()
    await page.goto(`${path}/upload`)
    for (const words of [texts.upload.title, texts.upload.subtitle, texts.upload.hint]) {
      await expect(page.getByText(words, { exact: true })).toBeVisible()
    }
    await expect(page.locator('input[type=file]')).toHaveAttribute('accept', 'image/*')
    await page.getByRole('link', { name: texts.common.profile, exact: true }).click()
    await expect(page).toHaveURL('/profile')
  })

  // Specification: 2.78, 2.80
  test('the chosen post comes first, and those after it follow', async ({
    page,
    orma,
    client,
    owner,
    event,
    path,
  }) => {
    addManyPosts(orma, event, owner, 30)
    const params = { event_hash: event.event_hash, page: 1 }
    const { body: posts } = await client.call(api.listPosts, { params })
    const third = posts[2]
    await client.call(api.likePost, { params, token: owner.token, json: { post_id: third.id } })
    await page.goto(`${path}/post/${third.id}`)
    const shown = page.getByRole('article')
    await expect(shown.first()).toHaveAttribute('data-post', String(third.id))
    await expect(shown.first().getByRole('heading', { name: 'Olga Owner' })).toBeVisible()
    await expect(shown.first().getByText('just now')).toBeVisible()
    await expect(shown.first().getByText(texts.post.likes(1))).toBeAttached()
    await expect(shown.first().getByText(texts.post.comments(0))).toBeAttached()
    await expect(shown.nth(1)).toHaveAttribute('data-post', String(posts[3].id))
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(shown).toHaveCount(28, { timeout: 1_000 })
    }).toPass()
    await page.getByRole('button', { name: texts.common.back }).click()
    await expect(page).toHaveURL(path)
  })

  // Specification: 2.81
  test('a post shows its thumbnail first, then the full photo', async ({
    page,
    addPhotos,
    path,
  }) => {
    const [, post] = await addPhotos(2)
    await page.goto(`${path}/post/${post?.id}`)
    const images = page.getByRole('article').first().locator('.post-card-photo img')
    await expect(images).toHaveCount(2)
    await expect(images.first()).toHaveAttribute('src', post?.compressed_url ?? '')
    await expect(images.last()).toHaveAttribute('src', post?.image_url ?? '')
    await expect(images.last()).toHaveAttribute('data-shown', 'true')
    const below = page.getByRole('article').last().locator('.post-card-photo img')
    await expect(below.last()).toHaveAttribute('loading', 'lazy')
  })
})
