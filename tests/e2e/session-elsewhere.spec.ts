import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { isUpload } from '../support/gateway.ts'
import { addPosts, visit, whenPicturesShown } from './offline-fixtures.ts'
import { newGuest, readToken, signIn as signInByPhone } from './people.ts'
import { sentComments } from './post-comments.ts'
import {
  choose,
  expect,
  gallery,
  openUpload,
  signIn,
  startParty,
  test,
  uploadNow,
} from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

test('S6: a session that ended elsewhere still reads, and is noticed once without leading anywhere', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner, guest } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 1)
  await signIn(context, venue, guest)
  await visit(page, venue.url, event)
  venue.relay.set({ refuse: true })
  await venue.client.call(api.logout, { token: guest.token })
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

test('whoever watches their photos wait is asked to sign in when their session ended elsewhere, though only the worker met that', async ({
  page,
  venue,
}) => {
  const { guest } = await openUpload(page, venue)
  await choose(page, await gallery(1))
  const never = Promise.withResolvers<void>()
  const isOfQueue = (request: { method: string; path: string }) =>
    isUpload(request) || request.path === '/api/users/verify'
  venue.gateway.judge((request) => (isOfQueue(request) ? 'pass' : { hold: () => never.promise }))
  await venue.client.call(api.logout, { token: guest.token })
  await uploadNow(page)
  const said = page.getByRole('status').filter({ hasText: texts.upload.sameUserOnly(1) })
  await expect(said).toBeVisible()
  never.resolve()
})

test('a second tab shows who is signed in as soon as the first one signs out or in, though nobody looks at it', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  await signIn(context, venue, owner)
  await page.goto(`/${event.event_hash}`)
  await page.getByRole('button', { name: texts.common.menu }).click()
  const menu = page.getByRole('dialog', { name: texts.common.menu })
  await expect(menu.getByText(texts.menu.people)).toBeVisible()

  const first = await context.newPage()
  await first.goto('/profile')
  await first.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(menu.getByText(texts.menu.login)).toBeVisible()
  await expect(menu.getByText(texts.menu.people)).toBeHidden()

  await first.goto('/login')
  await signInByPhone(first, venue.orma, newGuest('Ada Lovelace'))
  await expect(menu.getByText(texts.menu.logout)).toBeVisible()
  await expect(menu.getByText(texts.menu.people)).toBeHidden()
})

test('a session that ended elsewhere is met by an action first: it asks to sign in, and is done after that @full', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [post] = await addPosts(venue.client, event, owner, 1)
  const params = { event_hash: event.event_hash, post_id: post?.id ?? 0 }
  const guest = newGuest('Ada Lovelace')
  await page.goto('/login')
  await signInByPhone(page, venue.orma, guest)
  await expect(page.getByRole('heading', { name: texts.home.welcome(guest.name) })).toBeVisible()
  await visit(page, venue.url, event)
  await page.goto(`/${event.event_hash}/post/${post?.id}`)
  await expect(page.getByRole('button', { name: texts.post.like })).toBeVisible()
  await venue.client.call(api.logout, { token: await readToken(context) })
  expect(await readToken(context)).not.toBe('')

  await page.getByRole('textbox', { name: texts.post.commentPlaceholder }).fill('Not lost')
  await page.keyboard.press('Enter')
  const prompt = page.getByRole('dialog', { name: texts.loginPrompt.text })
  await prompt.getByRole('button', { name: texts.loginPrompt.login }).click()
  await signInByPhone(page, venue.orma, guest)
  await expect(page).toHaveURL(`/${event.event_hash}/post/${post?.id}`)
  await expect(sentComments(page)).toHaveText(/Not lost/)
  await expect
    .poll(async () => (await venue.client.call(api.getPost, { params })).body.post)
    .toMatchObject({ commentCount: 1, Comments: [{ content: 'Not lost' }] })
})

for (const what of ['like', 'comment'] as const) {
  test(`a ${what} that meets a session that ended elsewhere is not shown to whoever does not sign in @full`, async ({
    page,
    context,
    venue,
  }) => {
    const { event, owner, guest } = await startParty(venue)
    const [post] = await addPosts(venue.client, event, owner, 1)
    await signIn(context, venue, guest)
    await page.goto(`/${event.event_hash}/post/${post?.id}`)
    const like = page.getByRole('button', { name: texts.post.like, exact: true })
    const field = page.getByRole('textbox', { name: texts.post.commentPlaceholder })
    const prompt = page.getByRole('dialog', { name: texts.loginPrompt.text })
    await expect(like).toBeVisible()
    await venue.client.call(api.logout, { token: guest.token })
    // Or the server's answer would put it right.
    venue.gateway.judge(({ method, path }) =>
      method === 'GET' && path.endsWith(`/post/${post?.id}`) ? { status: 500 } : 'pass',
    )
    if (what === 'like') await like.click()
    else {
      await field.fill('Signed out')
      await field.press('Enter')
    }
    await prompt.getByRole('button', { name: texts.loginPrompt.close }).click()
    await expect(page.getByText(texts.post.likes(0))).toBeAttached()
    await expect(page.getByText(texts.post.comments(0))).toBeAttached()
    await expect(page.getByText('Signed out', { exact: true })).toHaveCount(0)
    await expect(like).toBeVisible()
  })
}

test('a deletion that meets a session that ended elsewhere waits for its user, and where another tab has signed in anew nobody is asked @full', async ({
  page,
  context,
  venue,
}) => {
  const { event, owner } = await startParty(venue)
  const [kept, deleted] = await addPosts(venue.client, event, owner, 2)
  const params = { event_hash: event.event_hash, post_id: deleted?.id ?? 0 }
  const first = await venue.client.signInAgain(owner)
  await signIn(context, venue, first)
  await visit(page, venue.url, event)
  await page.locator(`li[data-post="${deleted?.id}"] a`).click()
  await expect(page.getByRole('button', { name: texts.post.delete }).first()).toBeVisible()
  await venue.client.call(api.logout, { token: first.token })
  await page.getByRole('button', { name: texts.post.delete }).first().click()
  await page.getByRole('button', { name: texts.common.delete, exact: true }).click()
  const prompt = page.getByRole('dialog', { name: texts.loginPrompt.text })
  await prompt.getByRole('button', { name: texts.loginPrompt.close }).click()
  await expect(page.locator(`li[data-post="${deleted?.id}"]`)).toHaveCount(1)
  expect((await venue.client.call(api.getPost, { params })).status).toBe(200)

  const second = await venue.client.signInAgain(owner)
  await signIn(context, venue, second)
  await page.goto(`/${event.event_hash}/post/${kept?.id}`)
  const status = async () => (await venue.client.call(api.getPost, { params })).status
  await expect.poll(status).toBe(404)

  const third = await venue.client.signInAgain(owner)
  await expect(page.getByRole('button', { name: texts.post.like })).toBeVisible()
  await venue.client.call(api.logout, { token: second.token })
  await signIn(context, venue, third)
  await page.getByRole('button', { name: texts.post.like }).click()
  const ofKept = { event_hash: event.event_hash, post_id: kept?.id ?? 0 }
  await expect
    .poll(
      async () => (await venue.client.call(api.getPost, { params: ofKept })).body.post.likeCount,
    )
    .toBe(1)
  await expect(page.getByRole('button', { name: texts.post.unlike })).toBeVisible()
  await expect(prompt).toBeHidden()
})
