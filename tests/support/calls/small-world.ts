import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Event, User } from '../../../contract/entities.ts'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { storeFile } from '../../../server/archives/archive-rows.ts'
import type { ArchiveFile } from '../../../server/archives/archive-files.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { newMediaName } from '../../../server/blobs/blob-store.ts'
import { addComment } from '../../../server/comments/comments.ts'
import { sql } from '../../../server/db/sql.ts'
import { insertEvent, SPECIFIED } from '../../../server/events/events.ts'
import type { EventRow } from '../../../server/events/events.ts'
import { contentOf, planFilm } from '../../../server/highlights/film-plan.ts'
import { listHighlightDays, toFilmConfig } from '../../../server/highlights/highlight-routes.ts'
import { addInvitation } from '../../../server/organisers/invitations.ts'
import { addOrganiser, askHandover } from '../../../server/organisers/organisers.ts'
import { filmKey } from '../../../server/posts/post-media.ts'
import { beginUpload } from '../../../server/uploads/upload-rows.ts'
import { issueCode, requestIdFor } from '../../../server/users/codes.ts'
import { addPost } from '../add-post.ts'
import { ADMIN_PHONE } from '../whole-api.ts'
import type { WholeApi } from '../whole-api.ts'
import { addGuest, addMember, newPhone } from './world-people.ts'
import type { Member, PeopleParts } from './world-people.ts'

export const ROLES = [
  'stranger',
  'author',
  'organiser',
  'owner',
  'otherOwner',
  'admin',
  'byName',
] as const
export type Role = (typeof ROLES)[number]

/** What calls can name: an Orma, and what its author has added. */
export interface Things {
  event_hash: string
  event_id: number
  post_id: number
  comment_id: number
  /** An upload without any bytes. */
  upload_id: string
  /** An upload that is a post. */
  finished_upload_id: string
  /** Config of its day's film, which is ready. */
  HighlightsImages: FilmConfig
  /** Somebody who does not organise it. */
  member_id: number
  /** An organiser whom the owner has asked to take it over. */
  organiser_id: number
  /** One that nobody has followed yet. */
  invitation: { id: number; token: string }
}

/**
 * Ormas (without files), each with a photo, a comment and uploads, and their people; `otherOwner` has to do only with `foreign`, and
 * `byName` is a guest by name of the first, who has added nothing.
 */
export interface SmallWorld {
  members: Record<Role, Member>
  /** Added by `author`. */
  own: Things
  /** The same Orma, with a flagged photo. */
  hidden: Things
  /** Of a paused Orma of the same people. */
  paused: Things
  /** Of another Orma, added by its owner. */
  foreign: Things
  /** A code sent to a phone without an account, and one sent to the owner's. */
  sentCode: Record<'phone' | 'code' | 'request_id' | 'old_code' | 'old_request_id', string>
}

type Parts = PeopleParts & Pick<WholeApi, 'secret' | 'folder'>
/** As if it had been looked at for archives; its bytes are no photo. */
const ARCHIVED: ArchiveFile = {
  type: 'jpg',
  size: 5,
  crc32: crc32('photo'),
  content: { blob: 'original', parts: [Buffer.from('photo').toString('base64')] },
}

/** `photoBytes`: size of the uploads. */
export async function makeSmallWorld(parts: Parts, photoBytes: number): Promise<SmallWorld> {
  const { db } = parts
  const phoned = {
    stranger: await addMember(parts, 'Stella Stranger'),
    author: await addMember(parts, 'Arno Author'),
    organiser: await addMember(parts, 'Orla Organiser'),
    owner: await addMember(parts, 'Olga Owner'),
    otherOwner: await addMember(parts, 'Otto Other'),
    admin: await addMember(parts, 'Ada Admin', ADMIN_PHONE),
  }
  const event = await addEvent(parts, phoned.owner.user)
  const pausedEvent = await addEvent(parts, phoned.owner.user)
  await db.run(sql`update events set paused = 1 where id = ${pausedEvent.id}`)
  const otherEvent = await addEvent(parts, phoned.otherOwner.user)
  const otherOrganiser = await addMember(parts, 'Ossip Organiser')
  const { author, organiser } = phoned
  const own = await addThings(parts, event, { author, organiser, photoBytes })
  const members = { ...phoned, byName: await addGuest(parts, event) }
  const phone = newPhone()
  const sent = await sendCode(parts, phone)
  const old = await sendCode(parts, phoned.owner.user.phone)
  return {
    members,
    own,
    hidden: {
      ...own,
      ...(await addPhoto(parts, event, members.author.user, 'FAILEDBYNUDITY')),
    },
    paused: await addThings(parts, pausedEvent, { author, organiser, photoBytes }),
    foreign: {
      ...(await addThings(parts, otherEvent, {
        author: members.otherOwner,
        organiser: otherOrganiser,
        photoBytes,
      })),
      member_id: author.user.id,
    },
    sentCode: { phone, ...sent, old_code: old.code, old_request_id: old.request_id },
  }
}

async function sendCode({ db, secret, clock }: Parts, phone: string) {
  const request_id = requestIdFor(undefined, secret)
  const request = { request_id, phone, address: '::' }
  // A minute ago: the next may be sent.
  return { request_id, code: await issueCode(db, request, secret, clock.ms - 60_000) }
}

function addEvent({ db, clock }: Parts, { id }: User): Promise<Pick<Event, 'id' | 'event_hash'>> {
  const event = {
    name: 'Anna & Ben',
    event_date: '2026-06-20 00:00:00.000',
    seating_url: null,
    ends_at: null,
    ...SPECIFIED,
    guest_sign_in: 'name' as const,
    profile_image: null,
    banner: null,
    user_id: id,
    created_at: clock.ms,
  }
  return db.transaction((tx) => insertEvent(tx, event))
}

async function addThings(
  parts: Parts,
  event: Pick<Event, 'id' | 'event_hash'>,
  of: { author: Member; organiser: Member; photoBytes: number },
): Promise<Things> {
  const { photoBytes } = of
  const author = of.author.user
  const organiser_id = of.organiser.user.id
  const key = randomUUID()
  const photo = await addPhoto(parts, event, author, undefined, key)
  const begin = (idempotency_key: string, received: number, state: 'open' | 'done') =>
    parts.db.transaction((tx) => {
      const of = { event_id: event.id, user_id: author.id, idempotency_key }
      const upload = { ...of, length: photoBytes, sha256: null, metadata: '', received, state }
      return beginUpload(tx, upload, parts.clock.ms)
    })
  const open = await begin(randomUUID(), 0, 'open')
  const finished = await begin(key, photoBytes, 'done')
  return {
    event_hash: event.event_hash,
    event_id: event.id,
    ...photo,
    HighlightsImages: await addFilm(parts, event),
    member_id: author.id,
    organiser_id,
    invitation: await addRoles(parts, { event_id: event.id, user_id: organiser_id }),
    upload_id: open.upload.id,
    finished_upload_id: finished.upload.id,
  }
}

/** Makes somebody an organiser who is asked to take the Orma over; gives an invitation for somebody else. */
function addRoles(
  { db, clock }: Parts,
  role: { event_id: number; user_id: number },
): Promise<Things['invitation']> {
  return db.transaction(async (tx) => {
    await addOrganiser(tx, role, clock.ms)
    await askHandover(tx, role, clock.ms)
    return addInvitation(tx, role.event_id, clock.ms)
  })
}

async function addPhoto(
  { db, clock }: Parts,
  event: Pick<Event, 'id'>,
  author: User,
  status?: 'FAILEDBYNUDITY',
  key?: string,
): Promise<Pick<Things, 'post_id' | 'comment_id'>> {
  const parts = { db, nowMs: clock.ms }
  const options = { ...(status && { status }), ...(key && { key }) }
  const post = await addPost(parts, { event, author }, options)
  const post_id = post.id
  await db.transaction((tx) => storeFile(tx, post, ARCHIVED))
  const comment = { post_id, user_id: author.id, content: 'How lovely' }
  const { id: comment_id } = await db.transaction((tx) => addComment(tx, comment, clock.ms))
  return { post_id, comment_id }
}

/** Adds the film of an Orma's day as if it had been rendered; the file is no video. */
async function addFilm(
  { db, folder, clock }: Parts,
  { id }: Pick<Event, 'id'>,
): Promise<FilmConfig> {
  const day = '2026-06-20'
  const event = await db.get<EventRow>(sql`select * from events where id = ${id}`)
  if (!event) throw new Error('no event')
  const days = await listHighlightDays(db, id)
  const config = toFilmConfig(event, days.find((one) => one.id === day)?.images ?? [])
  const plan = await planFilm(db, { event, day, publicUrl: undefined }, config)
  const name = newMediaName()
  await db.run(sql`
    insert into films (event_id, day, content, plan, state, media_name, asked_at)
    values (${id}, ${day}, ${contentOf(plan)}, ${JSON.stringify(plan)}, 'ready', ${name}, ${clock.ms})`)
  await createFsBlobStore(join(folder, 'blobs')).put(filmKey(name), Buffer.from('film'))
  return config
}
