import type { BrowserContext, Locator, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { createApiClient } from '../support/api-client.ts'
import type { Person } from '../support/api-client.ts'
import { WITHOUT_WORKER } from '../support/browser-options.ts'
import { WHO_MAY } from '../support/calls/who-may.ts'
import { addManyPosts } from '../support/many-posts.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { enter, expect, test } from './fixtures.ts'

/** Who looks at an Orma: nobody signed in; somebody; who took the photo and wrote the comment; who organises it; whose it is. */
const ROLES = ['nobody', 'stranger', 'author', 'organiser', 'owner'] as const
type Role = (typeof ROLES)[number]

interface Control {
  name: string
  /** The call behind it: whoever the server lets make it is shown the control, others are not. */
  call: keyof Api
  /** A guest is shown it as well, and asked to sign in when it is used. */
  asksGuests?: true
  of: (page: Page) => Locator
  use?: (control: Locator) => Promise<void>
}

const press = (control: Locator) => control.click()
const write = async (field: Locator) => {
  await field.fill('Lovely')
  await field.press('Enter')
}
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })
const link = (name: string) => (page: Page) => page.getByRole('link', { name, exact: true })

/** `/{event_hash}`: section 6 of the specification. */
const ORMA_CONTROLS: Control[] = [
  { name: 'share and edit', call: 'updateEvent', of: button(texts.event.share) },
  {
    name: 'upload',
    call: 'uploadPhoto',
    asksGuests: true,
    of: link(texts.event.upload),
    use: press,
  },
]
/** `/{event_hash}/post/{id}`. */
const POST_CONTROLS: Control[] = [
  {
    name: 'like',
    call: 'likePost',
    asksGuests: true,
    of: button(texts.post.like),
    use: press,
  },
  {
    name: 'comment',
    call: 'addComment',
    asksGuests: true,
    of: (page) => page.getByPlaceholder(texts.post.commentPlaceholder),
    use: write,
  },
  { name: 'save', call: 'getPost', of: button(texts.post.save) },
  { name: 'delete the post', call: 'deletePost', of: button(texts.post.delete) },
  { name: 'edit the comment', call: 'editComment', of: button(texts.post.editComment) },
  { name: 'delete the comment', call: 'deleteComment', of: button(texts.post.deleteComment) },
]

/** `/{event_hash}/upload`. */
const UPLOAD_CONTROLS: Control[] = [
  { name: 'My photos', call: 'listOwnPosts', of: link(texts.upload.myPhotos) },
]
/** The menu of `/{event_hash}`. */
const MENU_CONTROLS: Control[] = [
  { name: 'keep', call: 'listPosts', of: button(texts.menu.download) },
]
/** What is behind the share button, if there is one. */
const EDIT_CONTROLS: Control[] = [
  {
    name: 'pause',
    call: 'updateEvent',
    of: (page) => page.getByRole('checkbox', { name: texts.edit.paused }),
  },
  { name: 'delete the Orma', call: 'deleteEvent', of: button(texts.edit.delete) },
]

interface World {
  event: Event
  post_id: number
  people: Record<Exclude<Role, 'nobody'>, Person>
}

async function makeWorld(orma: OrmaServer): Promise<World> {
  const client = createApiClient(orma)
  const owner = await client.signUp('Olga Owner')
  const author = await client.signUp('Arthur Author')
  const stranger = await client.signUp('Stella Stranger')
  const organiser = await client.signUp('Orla Organiser')
  const event = await client.createOrma(owner)
  const { event_hash } = event
  const ofOrma = { params: { event_hash } }
  const { body } = await client.call(api.inviteOrganiser, { ...ofOrma, token: owner.token })
  const accepting = { ...ofOrma, json: { token: body.token }, token: organiser.token }
  expect((await client.call(api.acceptInvitation, accepting)).status).toBe(200)
  addManyPosts(orma, event, author, 1)
  const { body: posts } = await client.call(api.listPosts, { params: { event_hash, page: 1 } })
  const params = { event_hash, post_id: posts[0].id }
  const key = crypto.randomUUID()
  const comment = { params, json: { content: 'What a night' }, token: author.token, key }
  expect((await client.call(api.addComment, comment)).status).toBe(200)
  return { event, post_id: posts[0].id, people: { owner, organiser, author, stranger } }
}

async function enterAs(context: BrowserContext, world: World, role: Role) {
  await context.clearCookies()
  if (role === 'nobody') return
  const { token } = world.people[role]
  await enter(context, { token })
}

/** What the server says, which `who-may.test.ts` holds of it. */
function isLetBy(call: keyof Api, role: Role): boolean {
  return typeof WHO_MAY[call][role] === 'number'
}

/** Waits until the page knows who looks at it, and what comes late to everybody is there: then so is what only some are shown. */
async function open(page: Page, address: string, role: Role, late: Locator): Promise<void> {
  await page.goto(address)
  await expect(late).toBeVisible()
  const profile = role === 'nobody' ? texts.common.login : texts.common.profile
  await expect(page.getByRole('link', { name: profile, exact: true })).toBeVisible()
}

async function expectControls(page: Page, controls: readonly Control[], role: Role) {
  for (const { name, call, asksGuests, of } of controls) {
    const isShown = isLetBy(call, role) || (role === 'nobody' && asksGuests === true)
    await expect(of(page), `${name}, to ${role}`).toHaveCount(isShown ? 1 : 0)
  }
}

test.use(WITHOUT_WORKER)

for (const role of ROLES) {
  // Specification: 2.48, 2.80, 6.3, 6.5, 6.6, 6.9, 6.10
  test(`an Orma and its post show ${role} what the server would let them do`, async ({
    page,
    context,
    orma,
  }) => {
    const world = await makeWorld(orma)
    const { event, post_id } = world
    await enterAs(context, world, role)
    await open(page, `/${event.event_hash}`, role, link(texts.event.slideshow)(page))
    await expect(button(texts.event.takePhoto)(page)).toBeVisible()
    await expectControls(page, ORMA_CONTROLS, role)
    const share = button(texts.event.share)(page)
    if (await share.isVisible()) {
      await share.click()
      await button(texts.share.edit)(page).click()
      await expect(button(texts.edit.update)(page)).toBeVisible()
    }
    await expectControls(page, EDIT_CONTROLS, role)
    await page.goto(`/${event.event_hash}`)
    await button(texts.common.menu)(page).click()
    await expect(link(texts.menu.home)(page)).toBeVisible()
    await expectControls(page, MENU_CONTROLS, role)
    const upload = button(texts.upload.choose)(page)
    await open(page, `/${event.event_hash}/upload`, role, upload)
    await expectControls(page, UPLOAD_CONTROLS, role)
    await open(page, `/${event.event_hash}/post/${post_id}`, role, page.getByText('What a night'))
    await expectControls(page, POST_CONTROLS, role)
  })
}

// Specification: 2.58, 2.105, 4.25, 5.19, 6.2, 8.39, 8.42
test('what a guest may not do asks to sign in', async ({ page, orma }) => {
  const { event, post_id } = await makeWorld(orma)
  const pages = [
    { address: `/${event.event_hash}`, controls: ORMA_CONTROLS },
    { address: `/${event.event_hash}/post/${post_id}`, controls: POST_CONTROLS },
  ]
  for (const { address, controls } of pages) {
    for (const { of, use } of controls) {
      if (!use) continue
      await page.goto(address)
      // The first look has links as well, which ask nobody.
      await expect(page.locator('main[aria-busy]')).toHaveCount(0)
      await use(of(page))
      const prompt = page.getByRole('dialog', { name: texts.loginPrompt.text })
      const login = page.getByRole('heading', { name: texts.login.title })
      await expect(prompt.or(login)).toBeVisible()
    }
  }
})
