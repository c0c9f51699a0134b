import { expect, test as base } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { api } from '../../contract/api.ts'
import type { Comment, Event, Post } from '../../contract/entities.ts'
import { TOKEN_COOKIE } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { findHeadlessShell } from '../../scripts/find-chromium.ts'
import { createApiClient, toForm } from '../support/api-client.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { addPosts } from '../support/add-posts.ts'
import { addManyPosts } from '../support/many-posts.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { readStoredPhotos } from '../support/stored-photos.ts'
import type { StoredPhoto } from '../support/stored-photos.ts'
import { openVenue } from '../support/venue.ts'
import type { Venue } from '../support/venue.ts'
import { takeBadge, watchContext } from './watched-context.ts'

export { expect }

/** A new Orma and a guest of it. */
export interface Party {
  event: Event
  owner: Person
  guest: Person
  /** What the server has on its disk of this Orma, oldest first. */
  stored: () => Promise<StoredPhoto[]>
  /** The SHA-256 of each of these, the bytes as they lie there. */
  storedHashes: () => Promise<(string | undefined)[]>
}

type Role = 'owner' | 'guest'
const NAMES = { owner: 'Olga Owner', guest: 'Grace Hopper' } as const

/** Each is made for the first that asks for it in a test, and new in each test. */
interface TestFixtures extends Party {
  /** Who is signed in as the test begins: nobody, unless `test.use({ as: 'owner' })` says so. */
  as: Role | undefined
  /** What the Orma has besides a name and a date. */
  fields: Record<string, string>
  /** Reaches the server past a bad line. */
  client: ApiClient
  person: (role: Role) => Promise<Person>
  party: Party
  /** `/{event_hash}` */
  path: string
  /** The whole address of the Orma. */
  link: string
  /** What the server says of the Orma, to its owner unless another token is given. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of any shape
  read: (token?: string) => Promise<any>
  /** Changes the Orma as its owner does elsewhere. */
  change: (fields: Record<string, string>) => Promise<void>
  /** Adds photos to the Orma, its owner's unless somebody else is named; gives their posts, oldest first. */
  addPhotos: (count: number, author?: Person) => Promise<Post[]>
  /** Comments on a post of the Orma, as its owner unless somebody else is named. */
  addComment: (post_id: number, content: string, author?: Pick<Person, 'token'>) => Promise<Comment>
  /** The newest of five posts in the Orma, which have no pictures. */
  post_id: number
  /** Opens a page in another browser, where nobody is signed in unless somebody is named. */
  elsewhere: (who?: Person) => Promise<Page>
  /** Fails the test for what goes wrong in this context; needed only for contexts of a browser the test started itself. */
  watch: (context: BrowserContext) => void
}

/** Each is started for the first test that asks for it, and shared by the tests of one process. */
interface WorkerFixtures {
  /** The real server. */
  orma: OrmaServer
  /** Settings of the venue's server, for a whole file of tests. */
  settings: Record<string, string>
  /** A server of its own, behind a bad line. */
  venue: Venue
}

/**
 * Playwright's `test` with a server, and with an Orma, its owner and a guest of it. Every page and worker of every context is watched:
 * a violated content security policy, a request to another host, or an error nobody caught fails the test.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  orma: [
    async ({}, use) => {
      const orma = await startOrma()
      await use(orma)
      await orma.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  settings: [{}, { scope: 'worker', option: true }],
  venue: [
    async ({ settings }, use) => {
      const venue = await openVenue({ env: settings })
      await use(venue)
      await venue.close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ orma }, use) => use(orma.url),

  as: [undefined, { option: true }],
  fields: [{}, { option: true }],
  context: async ({ context, as, person }, use) => {
    if (as) await enter(context, await person(as))
    await use(context)
  },
  client: ({ orma }, use) => use(createApiClient(orma)),
  person: async ({ client }, use) => {
    const people: Partial<Record<Role, Promise<Person>>> = {}
    await use((role) => (people[role] ??= client.signUp(NAMES[role])))
  },
  owner: async ({ person }, use) => use(await person('owner')),
  guest: async ({ person }, use) => use(await person('guest')),
  event: async ({ client, owner, fields }, use) => use(await client.createOrma(owner, fields)),
  path: ({ event }, use) => use(`/${event.event_hash}`),
  link: ({ orma, path }, use) => use(orma.url + path),
  read: ({ client, event: { event_hash }, owner }, use) =>
    use(async (token = owner.token) => {
      return (await client.call(api.getEvent, { params: { event_hash }, token })).body
    }),
  change: ({ client, event: { event_hash }, owner: { token } }, use) =>
    use(async (fields) => {
      const form = toForm(fields)
      const { status } = await client.call(api.updateEvent, { params: { event_hash }, token, form })
      expect(status).toBe(200)
    }),
  addPhotos: ({ client, event, owner }, use) =>
    use((count, author = owner) => addPosts(client, event, author, count)),
  addComment: ({ client, event: { event_hash }, owner }, use) =>
    use(async (post_id, content, { token } = owner) => {
      const params = { event_hash, post_id }
      const { status, body } = await client.call(api.addComment, {
        params,
        token,
        json: { content },
      })
      expect(status).toBe(200)
      return body
    }),
  async post_id({ orma, client, event, owner }, use) {
    addManyPosts(orma, event, owner, 5)
    const params = { event_hash: event.event_hash, page: 1 }
    const { body: posts } = await client.call(api.listPosts, { params })
    await use(posts[0].id)
  },
  stored: ({ orma, event }, use) => use(() => readStoredPhotos(orma, event.event_hash)),
  storedHashes: ({ stored }, use) =>
    use(async () => (await stored()).map(({ bytesSha256 }) => bytesSha256)),
  party: ({ event, owner, guest, stored, storedHashes }, use) =>
    use({ event, owner, guest, stored, storedHashes }),

  elsewhere: async ({ browser }, use) => {
    const opened: BrowserContext[] = []
    await use(async (who) => {
      const context = await browser.newContext()
      opened.push(context)
      if (who) await enter(context, who)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },

  watch: [
    async ({ browser, baseURL, launchOptions: { executablePath } }, use) => {
      const problems: string[] = []
      const watch = (context: BrowserContext) => {
        watchContext(context, baseURL ?? '', problems)
        if (executablePath !== findHeadlessShell()) return
        context.on('serviceworker', (worker) => {
          // One that has ended meanwhile sets none.
          worker.evaluate(takeBadge).catch(() => undefined)
        })
      }
      browser.on('context', watch)
      await use(watch)
      browser.off('context', watch)
      expect(problems, 'what pages and workers did wrong').toEqual([])
    },
    { auto: true },
  ],
})

/** Has somebody be signed in on the pages of a browser. */
export async function enter(context: BrowserContext, { token }: Pick<Person, 'token'>) {
  // Cookies know no ports: it is that of every server here.
  await context.addCookies([{ name: TOKEN_COOKIE, value: token, url: 'http://localhost' }])
}

/** Opens an Orma; resolves when the app shows it, which counts as a visit. */
export async function openOrma(page: Page, { event_hash, name }: Event): Promise<void> {
  await page.goto(`/${event_hash}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByRole('navigation', { name: texts.event.tabs })).toBeVisible()
}

/** Opens a page; resolves when it hears what happens in its Orma. */
export async function openLive(page: Page, address: string): Promise<void> {
  const live = page.waitForResponse((response) => response.url().endsWith('/live'))
  await page.goto(address)
  expect((await live).status()).toBe(200)
}

/** Has what a page asks for at these addresses wait until the function that this gives is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}
