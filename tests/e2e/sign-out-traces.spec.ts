import { api } from '../../contract/api.ts'
import { texts } from '../../contract/texts.ts'
import { SENT_KEY } from '../../src/device/recent-ormas.ts'
import { HEADLESS_SHELL } from '../support/browser-options.ts'
import { placesOf } from './device-search.ts'
import { keptContents, visit } from './offline-fixtures.ts'
import { newGuest, readToken, signIn as signInByPhone } from './people.ts'
import { waitingComments } from './post-comments.ts'
import { expect, test } from './venue-fixtures.ts'

test.use(HEADLESS_SHELL)

// Specification: 2.74, 4.2
test('S5: signing out offline asks what is to become of what waits', async ({
  page,
  context,
  venue,
  event,
  addPhotos,
  addComment,
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
  const token = await readToken(context)
  await addComment(params.post_id, 'Read by all', { token })
  await visit(page, venue.url, event)
  await page.goto('/')
  await expect(page.getByRole('link', { name: event.name })).toBeVisible()
  const userAnswers = async () => (await keptContents(page)).filter(({ key }) => key[0] === 'user')
  await expect.poll(userAnswers).not.toEqual([])
  await page.goto('/profile')
  await expect(page.getByText(guest.name)).toBeVisible()
  await expect(page.getByText(`+1${guest.phone}`)).toBeVisible()
  await page.goto(`${path}/post/${post?.id}`)
  await expect(page.getByText('Read by all')).toBeVisible()

  venue.relay.set({ refuse: true })
  await page.getByRole('button', { name: texts.post.like }).click()
  await page.getByRole('button', { name: texts.post.editComment }).click()
  await page.getByRole('textbox', { name: texts.post.editComment }).fill('Second thoughts')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: texts.post.commentPlaceholder }).fill('Secret words')
  await page.keyboard.press('Enter')
  await expect(waitingComments(page)).toHaveCount(2)
  const sent = () => page.evaluate((key) => localStorage.getItem(key), SENT_KEY)
  expect(await sent()).toContain(event.event_hash)
  const secrets = [token, guest.phone, 'Secret words', 'Second thoughts']
  for (const secret of secrets) {
    await expect.poll(() => placesOf(page, [secret])).not.toEqual([])
  }
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.signOut }).click()
  await page
    .getByRole('alertdialog', {
      name: texts.profile.onlyHere({ photos: 0, comments: 2, others: 1 }),
    })
    .getByRole('button', { name: texts.profile.discardAndLeave })
    .click()
  await expect(
    page.getByRole('heading', { name: texts.home.welcome(texts.home.guest) }),
  ).toBeVisible()
  const revocation = 'orma-outbox/notes/"tokens-to-revoke"'
  await expect
    .poll(async () => (await placesOf(page, secrets)).filter((place) => place !== revocation))
    .toEqual([])
  expect(await context.cookies()).toEqual([])
  expect(await sent()).toBeNull()
  expect(await userAnswers()).toEqual([])

  venue.heal()
  await page.goto('/')
  await expect.poll(() => placesOf(page, secrets)).toEqual([])
  expect((await client.call(api.verifySession, { token })).status).toBe(401)
  const { body } = await client.call(api.getPost, { params })
  expect(body.post).toMatchObject({ likeCount: 0, Comments: [{ content: 'Read by all' }] })
})
