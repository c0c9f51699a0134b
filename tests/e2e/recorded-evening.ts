import type { Browser, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import type { Person } from '../support/api-client.ts'
import type { Exchange } from '../support/gateway.ts'
import type { Venue } from '../support/venue.ts'
import { addPosts } from './offline-fixtures.ts'
import { nameField, openEdit, updateAndReload } from './own-orma.ts'
import { confirmDeletion, newGuest, readToken, signIn } from './people.ts'
import { decide, setReviewAll } from './review-fixtures.ts'
import { choose, expect, gallery, enter, uploadNow, whenControlled } from './venue-fixtures.ts'

/** What was asked of the server in an evening, and by whom. */
interface Evening {
  exchanges: Exchange[]
  /** Tokens of the Orma's owner and of its guest. */
  owner: string
  guest: string
}

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

/** An owner's evening with an Orma, from signing in to signing out, and what two guests do, one of them signed in. */
export async function spendEvening(browser: Browser, venue: Venue): Promise<Evening> {
  const since = venue.gateway.exchanges.length
  const options = { baseURL: venue.url, viewport: PHONE }
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const guest = await venue.client.signUp('Gero Guest')
  const event = await createOrma(page, venue)
  const token = await readToken(context)
  const { body } = await venue.client.call(api.verifySession, { token })
  const owner: Person = { user: body.user, token }

  await addPhotos(page, event)
  await talkAboutPhoto(page, venue, event, guest)
  await review(page, venue, { event, owner, guest })
  await watchHighlights(page, event, { isOwner: true })
  await rename(page, event)

  const others = await browser.newContext(options)
  await enter(others, guest)
  await lookAround(await others.newPage(), event)
  const strangers = await browser.newContext(options)
  await lookAround(await strangers.newPage(), event)

  await signOut(page)
  for (const each of [context, others, strangers]) await each.close()
  const exchanges = venue.gateway.exchanges
    .slice(since)
    .filter(({ path }) => path.startsWith('/api/'))
  return { exchanges, owner: token, guest: guest.token }
}

async function createOrma(page: Page, venue: Venue): Promise<Event> {
  await page.goto('/')
  await page.getByRole('link', { name: texts.home.create }).click()
  await signIn(page, venue.orma, newGuest('Olga Owner'))
  await page.getByLabel(texts.create.name, { exact: true }).fill('Anna & Ben')
  await page.getByRole('button', { name: texts.create.submit }).click()
  const link = await page.getByLabel(texts.share.link).inputValue()
  await page.keyboard.press('Escape')
  const params = { event_hash: new URL(link).pathname.slice(1) }
  return (await venue.client.call(api.getEvent, { params })).body.event
}

/** Two photos, of which one is sent as a whole. */
async function addPhotos(page: Page, { event_hash }: Event): Promise<void> {
  await page.goto(`/${event_hash}/upload`)
  await whenControlled(page)
  const [small] = await gallery(1, 90)
  const [large] = await gallery(1, 200)
  // The press has the limit asked for.
  const picker = page.waitForEvent('filechooser')
  await page.locator('input[type=file]').press('Enter')
  await picker
  await choose(page, [small!, { ...large!, name: 'IMG_2.jpg' }])
  await uploadNow(page)
  await expect(page.getByText(texts.upload.shown)).toHaveCount(2, { timeout: 60_000 })
}

async function talkAboutPhoto(
  page: Page,
  { client }: Venue,
  { event_hash }: Event,
  { token }: Person,
): Promise<void> {
  await page.goto(`/${event_hash}`)
  await page.locator('li[data-post]').first().click()
  const post = page.getByRole('article').first()
  await post.getByRole('button', { name: texts.post.like, exact: true }).click()
  await post.getByRole('button', { name: texts.post.unlike, exact: true }).click()
  await expect(post.getByRole('button', { name: texts.post.like, exact: true })).toBeVisible()

  const field = post.getByPlaceholder(texts.post.commentPlaceholder)
  await field.fill('What a night!')
  await field.press('Enter')
  await post.getByRole('button', { name: texts.post.editComment }).click()
  const editor = post.getByRole('textbox', { name: texts.post.editComment })
  await editor.fill('What a morning!')
  await editor.press('Enter')
  await expect(post.getByText('What a morning!')).toBeVisible()
  await post.getByRole('button', { name: texts.post.deleteComment }).click()
  await confirmDeletion(page, texts.post.deleteCommentQuestion)
  await expect(post.getByRole('listitem')).toHaveCount(0)

  const params = { event_hash, post_id: Number(new URL(page.url()).pathname.split('/').at(-1)) }
  for (const content of ['one', 'two', 'three', 'four']) {
    await client.call(api.addComment, { params, json: { content }, token })
  }
  await page.reload()
  await post.getByRole('button', { name: texts.post.viewAll }).click()
  await expect(post.getByRole('listitem')).toHaveCount(4)
}

interface People {
  event: Event
  owner: Person
  guest: Person
}

async function review(page: Page, venue: Venue, { event, owner, guest }: People): Promise<void> {
  await setReviewAll(venue, { event, owner }, true)
  const [one, other] = await addPosts(venue.client, event, guest, 2)
  await page.goto(`/${event.event_hash}/review`)
  await decide(page, one, 'approve')
  await decide(page, other, 'reject')
  await expect(page.getByRole('paragraph').getByText(texts.review.empty)).toBeVisible()
}

async function watchHighlights(
  page: Page,
  { event_hash }: Event,
  { isOwner }: { isOwner: boolean },
): Promise<void> {
  await page.goto(`/${event_hash}#reel`)
  await page.locator('a[href*="/highlights/"]').first().click()
  await expect(page.locator('.highlights-film canvas')).toBeVisible()
  if (!isOwner) return
  const asked = page.waitForRequest(/\/render-video$/)
  const told = page.waitForResponse(/\/render$/)
  // By the keyboard, before which the controls do not hide.
  await page.getByRole('button', { name: texts.highlights.download }).press('Enter')
  await told
  // Not waited for: to make a film takes a busy machine minutes.
  const popup = page.getByRole('dialog', { name: texts.highlights.download })
  await popup.getByRole('button', { name: texts.common.cancel }).click()
  await asked
}

async function rename(page: Page, { event_hash }: Event): Promise<void> {
  await openEdit(page, `/${event_hash}`)
  await nameField(page).fill('Anna & Ben at last')
  await updateAndReload(page)
  await openEdit(page, `/${event_hash}`)
  await page.getByLabel(texts.edit.paused).check()
  await updateAndReload(page)
  await page.getByRole('button', { name: texts.event.reopen }).click()
  await expect(page.getByRole('button', { name: texts.event.reopen })).toHaveCount(0)
  await page.goto('/profile')
  await page.getByRole('button', { name: texts.profile.changeName }).click()
  await page.getByPlaceholder(texts.profile.newNamePlaceholder).fill('Olga Renamed')
  await page.getByRole('button', { name: texts.profile.updateName }).click()
  await expect(page.getByText('Olga Renamed')).toBeVisible()
}

/** What is there to look at, from home to the big screen. */
async function lookAround(page: Page, event: Event): Promise<void> {
  const { event_hash } = event
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`/${event_hash}`)
  await page.locator('li[data-post]').first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await watchHighlights(page, event, { isOwner: false })
  await page.setViewportSize(DESKTOP)
  await page.goto(`/${event_hash}/slideshow`)
  await page.getByRole('button', { name: texts.slideshow.start }).click()
  await expect(page.getByRole('figure').first()).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Anna & Ben at last' }).first()).toBeVisible()
  await page.getByRole('button', { name: texts.common.menu }).click()
  await page.getByRole('button', { name: texts.menu.logout }).click()
  await expect(page.getByText(texts.home.welcome(texts.home.guest))).toBeVisible()
}
