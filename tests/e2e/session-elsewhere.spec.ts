import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { visit, whenPicturesShown } from './offline-fixtures.ts'
import { newGuest, readToken, signIn as signInByPhone } from './people.ts'
import { sentComments } from './post-comments.ts'
import { enter, expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('S6: a session ended elsewhere still reads', async ({
  page,
  context,
  venue,
  event,
  guest,
  addPhotos,
  client,
}) => {
  const [post] = await addPhotos(1)
  await enter(context, guest)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await client.call(api.logout, { token: guest.token })
  await page.reload()
  await whenPicturesShown(page)
  let navigations = 0
  page.on('framenavigated', () => (navigations += 1))
  const before = venue.gateway.exchanges.length
  venue.heal()
  await expect.poll(() => context.cookies().then((cookies) => cookies.length)).toBe(0)
  await whenPicturesShown(page)
  expect(navigations).toBe(0)
  const refused = venue.gateway.exchanges.slice(before).filter(({ status }) => status === 401)
  expect(refused.filter(({ path }) => path === '/api/users/verify')).toHaveLength(1)
  await page.locator(`li[data-post="${post?.id}"] a`).click()
  await page.getByRole('button', { name: texts.post.like }).click()
  await expect(page.getByText(texts.loginPrompt.text)).toBeVisible()
  const later = venue.gateway.exchanges.slice(before).filter(({ status }) => status === 401)
  expect(later).toEqual(refused)
})

test('a second tab shows who is signed in at once @full', async ({
  page,
  context,
  owner,
  orma,
  path,
}) => {
  await enter(context, owner)
  await page.goto(path)
  await page.getByRole('button', { name: texts.common.menu }).click()
  const menu = page.getByRole('dialog', { name: texts.common.menu })
  await expect(menu.getByText(texts.menu.people)).toBeVisible()

  const first = await context.newPage()
  await first.goto('/profile')
  await first.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(menu.getByText(texts.menu.login)).toBeVisible()
  await expect(menu.getByText(texts.menu.people)).toBeHidden()

  await first.goto('/login')
  await signInByPhone(first, orma, newGuest('Ada Lovelace'))
  await expect(menu.getByText(texts.menu.logout)).toBeVisible()
  await expect(menu.getByText(texts.menu.people)).toBeHidden()
})

test('an action that meets an ended session is done after sign-in @full', async ({
  page,
  context,
  venue,
  event,
  addPhotos,
  client,
  orma,
  path,
}) => {
  const [post] = await addPhotos(1)
  const params = { event_hash: event.event_hash, post_id: post?.id ?? 0 }
  const guest = newGuest('Ada Lovelace')
  await page.goto('/login')
  await signInByPhone(page, orma, guest)
  await expect(page.getByRole('heading', { name: texts.home.welcome(guest.name) })).toBeVisible()
  await visit(page, venue.url, event)
  await page.goto(`${path}/post/${post?.id}`)
  await expect(page.getByRole('button', { name: texts.post.like })).toBeVisible()
  await client.call(api.logout, { token: await readToken(context) })
  expect(await readToken(context)).not.toBe('')

  await page.getByRole('textbox', { name: texts.post.commentPlaceholder }).fill('Not lost')
  await page.keyboard.press('Enter')
  const prompt = page.getByRole('dialog', { name: texts.loginPrompt.text })
  await prompt.getByRole('button', { name: texts.loginPrompt.login }).click()
  await signInByPhone(page, orma, guest)
  await expect(page).toHaveURL(`${path}/post/${post?.id}`)
  await expect(sentComments(page)).toHaveText(/Not lost/)
  await expect
    .poll(async () => (await client.call(api.getPost, { params })).body.post)
    .toMatchObject({ commentCount: 1, Comments: [{ content: 'Not lost' }] })
})
