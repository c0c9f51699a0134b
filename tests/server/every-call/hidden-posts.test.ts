import { describe, expect, it } from 'vitest'
import { sql } from '../../../server/db/sql.ts'
import { LATER_MS } from '../../../contract/fields.ts'
import { addComment } from '../../../server/comments/comments.ts'
import { setLastId } from '../../../server/db/tables.ts'
import { addView } from '../../../server/events/recent-views.ts'
import { addLike } from '../../../server/likes/likes.ts'
import { addPost } from '../../support/add-post.ts'
import { makeSmallWorld } from '../../support/calls/small-world.ts'
import type { Role } from '../../support/calls/small-world.ts'
import { CALLS, toRequest, validCall } from '../../support/calls/valid-call.ts'
import type { CallName } from '../../support/calls/valid-call.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { sendRaw } from '../../support/raw-http.ts'

const api = await sharedWholeApi()
const photo = await makePhoto({ width: 64, height: 48, gps: false })
const { db, clock } = api

/** As no other number or text of an answer is. */
const POST_ID = 987_654_321
const COUNT = 555_777
const COMMENT = 'Words that nobody may read yet'
const READING = ['GET', 'HEAD', 'OPTIONS']
const SHA256 = 'e7'.repeat(32)

/** Of an Orma with a post of its author, and one of its owner, which is the one that all calls ask for. */
async function makeWorld(reveal_at: number | null, guests_see = 'all') {
  await api.empty()
  await setLastId(db, db, 'posts', 1)
  const world = await makeSmallWorld(api, photo.length)
  const { owner, author, stranger, otherOwner } = world.members
  const event = await db.get<{ id: number }>(
    sql`select id from events where event_hash = ${world.own.event_hash}`,
  )
  if (!event) throw new Error('no event')
  for (const { user } of [author, stranger, owner]) {
    const view = { user_id: user.id, event_id: event.id }
    await db.transaction((tx) => addView(tx, view, clock.ms))
  }
  const options = { sha256: SHA256 }
  const parts = { db, nowMs: clock.ms }
  await setLastId(db, db, 'posts', POST_ID - 1)
  const { media_name } = await addPost(parts, { event, author: owner.user }, options)
  const written = { post_id: POST_ID, user_id: owner.user.id, content: COMMENT }
  const comment = await db.transaction((tx) => addComment(tx, written, clock.ms))
  const like = { post_id: POST_ID, user_id: otherOwner.user.id }
  await db.transaction((tx) => addLike(tx, like, clock.ms))
  await db.run(sql`
    update events set reveal_at = ${reveal_at}, guests_see = ${guests_see}, post_count = ${COUNT} where id = ${event.id}`)
  return {
    world,
    things: { ...world.own, post_id: POST_ID, comment_id: comment.id },
    told: [String(POST_ID), String(COUNT), COMMENT, SHA256, media_name],
  }
}

type World = Awaited<ReturnType<typeof makeWorld>>

/** What of the owner's post an answer to this member tells. */
async function tells(name: CallName, role: Role, { world, things, told }: World) {
  const { sentCode, members } = world
  const call = validCall(name, { things, sentCode, photo })
  if (name === 'listKnownPhotos') call.json = { sha256: [SHA256] }
  // The newest post is after none.
  delete call.query['after']
  clock.advance(1000)
  const headers = { ...call.headers, authorization: members[role].token }
  const answer = await sendRaw(api.port, toRequest({ ...call, headers }))
  const said = `${answer?.text ?? ''} ${[...(answer?.headers.values() ?? [])].join(' ')}`
  return told.filter((part) => said.includes(part))
}

/** The calls that tell a member of others' posts; a call that changes something has a world of its own. */
async function listTelling(
  role: Role,
  make: () => Promise<World>,
  calls = CALLS,
): Promise<CallName[]> {
  const telling: CallName[] = []
  let world = await make()
  for (const [name, { method }] of calls) {
    const parts = await tells(name, role, world)
    if (parts.length > 0) telling.push(name)
    if (!READING.includes(method)) world = await make()
  }
  return telling
}

/** Calls that tell of others' posts; a guest is told by them once everything is shown. */
const TELLING: CallName[] = [
  'acceptInvitation',
  'getEvent',
  'getHighlight',
  'getHighlightConfig',
  'getPost',
  'likePost',
  'listComments',
  'listHighlights',
  'listKnownPhotos',
  'listNewestPosts',
  'listPostIds',
  'listPosts',
  'listRecentlyViewed',
  'listTimeslotPosts',
  'listTimeslots',
  'listenLive',
  'unlikePost',
]
/** Calls that tell organisers alone. */
const ORGANISERS: CallName[] = [
  'acceptHandover',
  'approvePost',
  'approvePosts',
  'askForHandover',
  'listAllComments',
  'listOwnEvents',
  'listOwnPosts',
  'noteDeletionSeen',
  'updateEvent',
]

const isReading = ([, { method }]: (typeof CALLS)[number]) => READING.includes(method)

describe('a guest hears by no call of others’ posts in an Orma that', () => {
  it('is revealed in an hour', async () => {
    const make = () => makeWorld(clock.ms + 3_600_000)
    // Who accepts an invitation is a guest no more.
    expect(await listTelling('author', make)).toEqual(['acceptInvitation'])
    expect(await listTelling('stranger', make, CALLS.filter(isReading))).toEqual([])
  })

  it.each([
    ['is revealed when an organiser says so', () => makeWorld(LATER_MS)],
    ['only collects', () => makeWorld(null, 'own')],
  ])('%s', async (_how, make) => {
    expect(await listTelling('author', make, CALLS.filter(isReading))).toEqual([])
  })
})

describe('of others’ posts in an Orma hear', () => {
  it('its guests, once it is revealed', async () => {
    const telling = await listTelling('author', () => makeWorld(clock.ms))
    expect(telling.toSorted()).toEqual(TELLING)
  })

  it('its organisers, always', async () => {
    const telling = await listTelling('owner', () => makeWorld(LATER_MS))
    expect(telling.toSorted()).toEqual([...TELLING, ...ORGANISERS].toSorted())
  })
})
