import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { violationsOf } from './axe.ts'
import { enter, expect, test } from './fixtures.ts'
import { newGuest, signIn } from './people.ts'

test.use(WITHOUT_WORKER)

// Specification: 4.6
test('a deleted account leaves its photos without a name', async ({
  page,
  context,
  client,
  event,
  guest,
  path,
  addPhotos,
}) => {
  await addPhotos(1, guest)
  await enter(context, guest)
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
  const params = { event_hash: event.event_hash, page: 1 }
  expect((await client.call(api.listPosts, { params })).body[0].User.name).toBe(
    texts.common.deletedUser,
  )
})

test('an account’s photos go with it where that is wished', async ({
  page,
  context,
  client,
  event,
  guest,
  addPhotos,
}) => {
  await addPhotos(1, guest)
  await enter(context, guest)
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel(texts.account.deletePosts).check()
  await question.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const receipt = page.getByRole('alertdialog', { name: /^Your account is deleted\./ })
  await expect(receipt).toContainText('With it went 1 photo, 1 sign-in.')
  await receipt.getByRole('button', { name: texts.common.confirm }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Guest' })).toBeVisible()
  const params = { event_hash: event.event_hash, page: 1 }
  expect((await client.call(api.listPosts, { params })).body).toEqual([])
})

test('an owner of Ormas reads why their account stays', async ({
  page,
  context,
  orma,
  client,
  owner,
  event,
}) => {
  await enter(context, owner)
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

// Specification: 2.76
test('SIGN OUT leads back to the Orma one came from', async ({
  page,
  context,
  client,
  guest,
  path,
}) => {
  await enter(context, guest)
  await page.goto(path)
  await page.getByRole('link', { name: texts.common.profile }).click()
  await page.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('link', { name: texts.common.login, exact: true })).toBeVisible()

  await enter(context, await client.signInAgain(guest))
  const other = await context.newPage()
  await other.goto('/profile')
  await other.getByRole('button', { name: texts.profile.signOut }).click()
  await expect(other).toHaveURL('/')
})

// Specification: 6.4
test('what a guest visited is theirs on every device', async ({ page, orma, client, owner }) => {
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
