import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { makePhoto } from '../support/photos.ts'
import { enter, expect, openOrma, test } from './fixtures.ts'

test.use(WITHOUT_WORKER)

// Specification: 4.6
test('a deleted account leaves its photos without a name', async ({
  page,
  context,
  client,
  event,
  guest,
  addPhotos,
}) => {
  await addPhotos(1, guest)
  await enter(context, guest)
  await openOrma(page, event)
  await page.evaluate(() => Object.assign(localStorage, { theme: 'dark', visits: '7' }))
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(texts.account.deleteWarning)
  await question.getByRole('button', { name: texts.profile.deleteAccount }).click()
  const receipt = page.getByRole('alertdialog', { name: /^Your account is deleted\./ })
  await expect(receipt).toContainText('1 post stays under “Deleted user”.')
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

test('an owner’s account goes after their Ormas, its photos too where wished @full', async ({
  page,
  context,
  orma,
  client,
  owner,
  guest,
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
  await question.getByRole('link', { name: texts.home.mine }).click()
  await expect(page).toHaveURL(`${orma.url}/myormas`)
  await expect(page.getByText(event.name)).toBeVisible()

  const { event_hash } = event
  await client.call(api.deleteEvent, { params: { event_hash }, token: owner.token })
  const other = await client.createOrma(guest)
  await client.addPhoto(other, owner, await makePhoto({ width: 320, height: 240 }))
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
  await question.getByLabel(texts.account.deletePosts).check()
  await confirm.click()
  await expect(question.getByText(texts.account.deleteFailed)).toBeVisible()
  await confirm.click()
  const done = page.getByRole('alertdialog', { name: texts.account.deleted })
  await done.getByRole('button', { name: texts.common.confirm }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Guest' })).toBeVisible()
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
  const params = { event_hash: other.event_hash, page: 1 }
  expect((await client.call(api.listPosts, { params })).body).toEqual([])
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
