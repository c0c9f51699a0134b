import type { Request } from '@playwright/test'
import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'
import { violationsOf } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'

test.use(WITHOUT_WORKER)

/** A guest who has one photo in an Orma of somebody else's. */
async function guestWithPhoto(orma: OrmaServer) {
  const client = createApiClient(orma)
  const event = await client.createOrma(await client.signUp('Olga Owner'))
  const guest = await client.signUp('Gero Guest')
  const photo = await makePhoto({ width: 400, height: 300 })
  const { body } = await client.upload(event, guest, photo)
  await client.whenProcessed(event, guest, body.post.id)
  const { event_hash } = event
  const cookie = { name: 'token', value: guest.token, url: orma.url }
  const posts = async () =>
    (await client.call(api.listPosts, { params: { event_hash, page: 1 } })).body
  return { client, event, guest, cookie, posts, path: `/${event_hash}` }
}

test('an account is deleted after asking; its photos stay without its name, and the phone forgets', async ({
  page,
  context,
  orma,
}) => {
  const { cookie, guest, client, path, posts, event } = await guestWithPhoto(orma)
  await context.addCookies([cookie])
  await page.goto(path)
  await expect(page.getByRole('heading', { name: event.name })).toBeVisible()
  await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
  await page.evaluate(() => Object.assign(localStorage, { theme: 'dark', visits: '7' }))
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(texts.account.deleteWarning)
  expect(await violationsOf(page)).toEqual([])
  await question.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const receipt = page.getByRole('alertdialog', { name: /^Your account is deleted\./ })
  await expect(receipt).toContainText('1 photo stays under “Deleted user”.')
  await receipt.getByRole('button', { name: texts.common.confirm }).click()

  await expect(page.getByRole('heading', { name: 'Welcome, Guest' })).toBeVisible()
  await expect(page.getByText(texts.home.empty).first()).toBeVisible()
  const kept = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  // The app, started afresh, counts its first visit as soon as it gets to it.
  expect({ visits: '1', ...kept }).toEqual({ theme: 'dark', visits: '1' })
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
  expect((await client.call(api.verifySession, { token: guest.token })).status).toBe(401)
  expect((await posts())[0].User.name).toBe(texts.common.deletedUser)
})

test('its photos go as well where that is wished', async ({ page, context, orma }) => {
  const { cookie, posts } = await guestWithPhoto(orma)
  await context.addCookies([cookie])
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel(texts.account.deletePosts).check()
  await question.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const receipt = page.getByRole('alertdialog', { name: /^Your account is deleted\./ })
  await expect(receipt).toContainText('With it went 1 photo, 1 sign-in.')
  await receipt.getByRole('button', { name: texts.common.confirm }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Guest' })).toBeVisible()
  expect(await posts()).toEqual([])
})

test('who owns Ormas reads at once why their account stays, is led to them, and may go once they are deleted, though an answer is lost', async ({
  page,
  context,
  orma,
}) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const event = await client.createOrma(owner)
  await context.addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const question = page.getByRole('alertdialog')
  const confirm = question.getByRole('button', { name: texts.profile.deleteAccount })
  await expect(question.getByText(texts.server.ownsOrmas)).toBeVisible()
  await expect(confirm).toHaveCount(0)
  await expect(question.getByLabel(texts.account.deletePosts)).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
  await question.getByRole('link', { name: texts.home.mine }).click()
  await expect(page).toHaveURL(`${orma.url}/myormas`)
  await expect(page.getByText(event.name)).toBeVisible()

  await client.call(api.deleteEvent, {
    params: { event_hash: event.event_hash },
    token: owner.token,
  })
  await page.goto('/profile')
  const isAccount = (url: URL) => url.pathname.endsWith('/users/me')
  await page.route(
    isAccount,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
  await confirm.click()
  await expect(question.getByText(texts.account.deleteFailed)).toBeVisible()
  await confirm.click()
  const done = page.getByRole('alertdialog', { name: texts.account.deleted })
  await done.getByRole('button', { name: texts.common.confirm }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Guest' })).toBeVisible()
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
})

test('who makes an Orma elsewhere while the question is open reads why their account stays', async ({
  page,
  context,
  orma,
}) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  await context.addCookies([{ name: 'token', value: owner.token, url: orma.url }])
  await page.goto('/profile')
  const asked = page.waitForResponse('**/allevents')
  await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
  await asked
  await client.createOrma(owner)
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: texts.profile.deleteAccount }).click()
  await expect(question.getByText(texts.server.ownsOrmas)).toBeVisible()
  await expect(question.getByRole('link', { name: texts.home.mine })).toBeVisible()
})

test('SIGN OUT on the profile leads back to the Orma one came from, else home', async ({
  page,
  context,
  orma,
}) => {
  const { client, guest, cookie, path } = await guestWithPhoto(orma)
  await context.addCookies([cookie])
  await page.goto(path)
  await page.getByRole('link', { name: texts.common.profile }).click()
  await page.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(page).toHaveURL(orma.url + path)
  await expect(page.getByRole('link', { name: texts.common.login, exact: true })).toBeVisible()

  const { token } = await client.signInAgain(guest)
  await context.addCookies([{ ...cookie, value: token }])
  const other = await context.newPage()
  await other.goto('/profile')
  await other.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(other).toHaveURL(`${orma.url}/`)
})

test('a visit is told to the server by who is signed in, and by nobody else', async ({
  page,
  orma,
}) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const guest = await client.signUp('Gero Guest')
  const { event_hash } = await client.createOrma(owner)
  const told: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/users/updateRecentlyViewed')) told.push(request)
  })
  const visit = async () => {
    await page.goto(`/${event_hash}`)
    await expect(page.getByText(texts.feed.empty)).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('recent_ormas')))
      .toContain(event_hash)
  }
  await visit()
  await page.goto('/')
  await expect(page.getByRole('list', { name: texts.home.visited })).toBeVisible()
  expect(told).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await page.context().addCookies([{ name: 'token', value: guest.token, url: orma.url }])
  await visit()
  await expect.poll(() => told.length).toBe(1)
  expect(told[0]?.method()).toBe('POST')
  expect(told[0]?.postDataJSON()).toEqual({ event_hash })
  expect(told[0]?.headers()['authorization']).toBe(guest.token)
  const viewed = async () =>
    (await client.call(api.listRecentlyViewed, { token: guest.token })).body
  await expect.poll(viewed).toMatchObject({ recentlyViewed: [{ Event: { event_hash } }] })
})

test('what a guest visited is theirs on every device once they have signed in', async ({
  page,
  orma,
}) => {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const first = await client.createOrma(owner, { name: 'First visited' })
  const second = await client.createOrma(owner, { name: 'Then visited' })
  for (const { event_hash, name } of [first, second]) {
    await page.goto(`/${event_hash}`)
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
  }
  await page.goto('/')
  const cards = page.getByRole('list', { name: texts.home.visited }).getByRole('listitem')
  await expect(cards).toHaveCount(2)
  await expect(cards.first()).toContainText('Then visited')
  await page.goto('/login')
  await signIn(page, orma, newGuest('Gero Guest'))

  const token = async () =>
    (await page.context().cookies()).find(({ name }) => name === 'token')?.value ?? ''
  await expect.poll(token).not.toBe('')
  const viewed = async () => {
    const { body } = await client.call(api.listRecentlyViewed, { token: await token() })
    return body.recentlyViewed.map(({ Event }: { Event: { name: string } }) => Event.name)
  }
  await expect.poll(viewed).toEqual(['Then visited', 'First visited'])
  await expect
    .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('recent_viewed_api') ?? '[]')))
    .toEqual(expect.arrayContaining([first.event_hash, second.event_hash]))
})
