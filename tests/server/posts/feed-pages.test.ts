import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Post } from '../../../contract/entities.ts'
import { FIRST_PAGE, LIKES_SHOWN, PAGE_SIZE } from '../../../contract/limits.ts'
import { sql } from '../../../server/db/sql.ts'
import type { Database, Sql } from '../../../server/db/sql.ts'
import { findEvent } from '../../../server/events/events.ts'
import { ANYBODY } from '../../../server/events/viewer.ts'
import { createFeedPages } from '../../../server/posts/feed-pages.ts'
import type { FeedPages } from '../../../server/posts/feed-pages.ts'
import { publishPost } from '../../../server/posts/posts.ts'
import { deleteAccount } from '../../../server/users/delete-account.ts'
import { changeUser } from '../../../server/users/users.ts'
import { openDatabase } from '../../support/database-places.ts'
import { freshOrma } from '../../support/fixtures.ts'
import type { OrmaApi, Person } from '../../support/orma-api.ts'

/** As another process has it. */
let otherDb: Database
let otherPages: FeedPages
let post: { id: number }
/** Of the page asked for: the post that it follows; undefined: page 1. */
let after: number | undefined
let statements: Sql[] = []

const noting = (db: Database): Database => ({
  ...db,
  all: (statement) => db.all((statements.push(statement), statement)),
})
/** How many pages were read so far. */
const readPages = () =>
  statements.filter(({ parts }) => parts.join('?').includes('where p.event_id =')).length

const { api, owner, guest, event } = freshOrma(noting)
beforeEach(async () => {
  after = undefined
  statements = []
  otherDb = await openDatabase(api.databaseAddress)
  otherPages = createFeedPages(otherDb)
  post = await api.addPost(event, guest)
})
afterEach(() => otherDb.close())

const list = async (person?: Person): Promise<Post[]> => {
  const params = { event_hash: event.event_hash, page: FIRST_PAGE }
  const token = person && { token: person.token }
  const query = after === undefined ? {} : { query: { after } }
  const { status, body } = await api.request(calls.listPosts, { params, ...query, ...token })
  expect(status).toBe(200)
  return body
}

async function read(pages: FeedPages, db: Database, page = FIRST_PAGE): Promise<Post[]> {
  const row = await findEvent(db, event.event_hash)
  if (!row) throw new Error('the event is gone')
  const { bytes } = await pages.read({ ...row, viewer: ANYBODY }, { page, limit: PAGE_SIZE, after })
  return JSON.parse(bytes.toString()) as Post[]
}

/** By the other process, which has turns of the event loop of its own. */
async function listElsewhere(): Promise<Post[]> {
  await setImmediate()
  return read(otherPages, otherDb)
}

/** The page as the database has it. */
const readAnew = () => read(createFeedPages(api.db), api.db)

/** Has a page asked for that follows a post: one that stays newer than all that come. */
async function askAfterTop(): Promise<void> {
  const top = await api.addPost(event, owner)
  after = top.id
  const later = api.clock.ms + 24 * 60 * 60_000
  await api.db.run(sql`update posts set published_at = ${later} where id = ${top.id}`)
}

async function call(endpoint: Parameters<OrmaApi['request']>[0], by: Person, options: object) {
  const { status } = await api.request(endpoint, { token: by.token, ...options })
  expect(status).toBeLessThan(300)
}

const inEvent = () => ({ event_hash: event.event_hash })
const like = (by = guest) =>
  call(calls.likePost, by, { params: inEvent(), body: { post_id: post.id } })
const unlike = (by = guest) =>
  call(calls.unlikePost, by, { params: inEvent(), body: { post_id: post.id } })
const comment = (content: string, by = guest) =>
  call(calls.addComment, by, {
    params: { ...inEvent(), post_id: post.id },
    body: { content },
  })
const commentIds = async () => {
  const newest = (await readAnew()).flatMap(({ Comments }) => Comments)
  return { ...inEvent(), id: post.id, comment_id: newest[0]?.id ?? 0 }
}
const rename = (person: Person, name: string) =>
  api.db.transaction((tx) => changeUser(tx, person.user.id, { name, email: 'b@example.com' }))

/** What is changed, and before that what there has to be to change. */
const CHANGES: Record<string, [change: () => Promise<unknown>, before?: () => Promise<unknown>]> = {
  'a new photo': [() => api.addPost(event, guest)],
  'a photo that is processed': [
    async () => {
      const [waiting] = await api.db.all<{ id: number }>(
        sql`select id from posts where status <> 'COMPLETED'`,
      )
      const made = { width: 1, height: 1, thumbhash: 'AAAA', rendition_bytes: 1 }
      await api.db.transaction((tx) => publishPost(tx, waiting?.id ?? 0, made))
    },
    () => api.addPost(event, guest, { status: 'READYFORPROCESSING' }),
  ],
  'a photo that is deleted': [
    () => call(calls.deletePost, owner, { params: { ...inEvent(), post_id: post.id } }),
  ],
  'a like': [like],
  'a like taken back': [unlike, like],
  'a comment': [() => comment('What a night!')],
  'a comment that is edited': [
    async () =>
      call(calls.editComment, guest, { params: await commentIds(), body: { content: 'No.' } }),
    () => comment('Yes.'),
  ],
  'a comment that is deleted': [
    async () => call(calls.deleteComment, owner, { params: await commentIds() }),
    () => comment('Yes.'),
  ],
  'the new name of who added a photo': [() => rename(guest, 'Benjamin')],
  'the new name of who commented': [() => rename(owner, 'Annabel'), () => comment('Oh!', owner)],
  'an account deleted without its photos': [() => deleteAccount(api.db, guest.user.id)],
}

describe.each(['page 1 of a feed', 'a page that follows a post'])('%s', (page) => {
  beforeEach(async () => {
    if (page !== 'page 1 of a feed') await askAfterTop()
  })

  it('is read once, for all who ask at once and afterwards, guests and users alike', async () => {
    await Promise.all([list(), list(guest), list()])
    expect(readPages()).toBe(1)
    for (const person of [undefined, owner]) expect(await list(person)).toEqual(await readAnew())
    expect(readPages()).toBe(1)
  })

  it.each(Object.keys(CHANGES))('shows %s at once, also in another process', async (name) => {
    const [change, before] = CHANGES[name] ?? []
    await before?.()
    const old = await readAnew()
    // Twice, so that what comes now would be what was kept.
    for (let time = 0; time < 2; time += 1) {
      expect(await list()).toEqual(old)
      expect(await list(owner)).toEqual(old)
      expect(await listElsewhere()).toEqual(old)
    }
    await change?.()
    const now = await readAnew()
    expect(now).not.toEqual(old)
    expect(await list()).toEqual(now)
    expect(await list(owner)).toEqual(now)
    expect(await listElsewhere()).toEqual(now)
  })

  it('has the viewer’s own like also where it is older than all that are shown', async () => {
    await like()
    for (let n = 0; n < LIKES_SHOWN; n += 1) {
      const { user } = await api.signUp()
      await api.db.run(sql`
        insert into likes (post_id, user_id, created_at)
        values (${post.id}, ${user.id}, ${api.clock.ms + 1000 + n})`)
    }
    await api.db.run(sql`update posts set like_count = ${LIKES_SHOWN + 1}`)
    await like(owner)
    const likers = (posts: Post[]) => posts[0]?.Likes.map(({ userId }) => userId)
    await list()
    expect(likers(await list())).not.toContain(guest.user.id)
    expect(likers(await list(guest))).toContain(guest.user.id)
    expect(likers(await list())).not.toContain(guest.user.id)
  })
})

it('kept pages of feeds are limited where a million empty ones are asked for', async () => {
  const pages = createFeedPages(noting(api.db), 100_000)
  await read(pages, api.db)
  await read(pages, api.db)
  expect(readPages()).toBe(1)
  for (let page = 1000; page < 1500; page += 1) await read(pages, api.db, page)
  await read(pages, api.db)
  expect(readPages()).toBe(502)
})
