import { join } from 'node:path'
import { api as calls } from '../../contract/api.ts'
import type { NoSms } from '../../contract/no-sms.ts'
import type { Event } from '../../contract/entities.ts'
import { MAX_UPLOAD_BYTES, MAX_VIDEO_BYTES, MAX_VIDEO_SECONDS } from '../../contract/limits.ts'
import { archiveRoutes } from '../../server/archives/archive-routes.ts'
import type { BlobStore } from '../../server/blobs/blob-store.ts'
import { createFsBlobStore } from '../../server/blobs/fs-blob-store.ts'
import { commentRoutes } from '../../server/comments/comment-routes.ts'
import type { Database } from '../../server/db/sql.ts'
import { creatorRoutes } from '../../server/events/creator-routes.ts'
import type { CreatorRules } from '../../server/events/creators.ts'
import { doorRoutes } from '../../server/events/door.ts'
import { eventRoutes } from '../../server/events/event-routes.ts'
import { visitorRoutes } from '../../server/events/visitors.ts'
import { createEventAccess } from '../../server/events/require-event.ts'
import type { Route } from '../../server/http/handle.ts'
import { highlightRoutes } from '../../server/highlights/highlight-routes.ts'
import { likeRoutes } from '../../server/likes/like-routes.ts'
import { createPhotoProcess } from '../../server/media/photo-process.ts'
import { moderationRoutes } from '../../server/moderation/moderation-routes.ts'
import { organiserRoutes } from '../../server/organisers/organiser-routes.ts'
import { guestRoutes } from '../../server/people/guest-routes.ts'
import { peopleRoutes } from '../../server/people/people-routes.ts'
import { postRoutes, removePost } from '../../server/posts/post-routes.ts'
import { createSignedMedia } from '../../server/posts/post-media.ts'
import { timeslotRoutes } from '../../server/timeslots/timeslot-routes.ts'
import { resumableRoutes } from '../../server/uploads/resumable-routes.ts'
import { createStorageRoom } from '../../server/uploads/storage-room.ts'
import { uploadRoutes } from '../../server/uploads/upload-routes.ts'
import { createUploadLocks } from '../../server/uploads/upload-locks.ts'
import { addPost as insertPost } from './add-post.ts'
import type { PostOptions } from './add-post.ts'
import { toForm } from './api-client.ts'
import type { ClientReply, Person } from './api-client.ts'
import { startTestApi } from './api.ts'
import type { TestApi, TestParts } from './api.ts'
import { makePhoto } from './photos.ts'
import { encodeMetadata, idOf, offsetOf } from './tus-caller.ts'

export { toForm }
export type { Person }

export interface OrmaApi extends TestApi {
  blobs: BlobStore
  /** Creates an Orma through the API. */
  createOrma: (owner: Person, fields?: Record<string, string | File>) => Promise<Event>
  /** Adds a post with its files, a second after the one before; COMPLETED unless `status` is given. */
  addPost: (
    event: Event,
    author: Person,
    options?: PostOptions,
  ) => Promise<{ id: number; media_name: string }>
  /** Adds COMPLETED posts; their ids, newest first. */
  addPosts: (event: Event, author: Person, count: number) => Promise<number[]>
  /** Sends a photo whole, a small one unless another is given. */
  upload: (
    event: Pick<Event, 'event_hash'>,
    author: Person,
    options?: { photo?: Uint8Array; key?: string; fields?: Record<string, string> },
  ) => Promise<ClientReply>
  /** Begins a resumable upload. */
  beginUpload: (
    event: Pick<Event, 'event_hash'>,
    author: Person,
    options?: { length?: number; metadata?: Record<string, string> },
  ) => Promise<ClientReply & { id: string; offset: number }>
  /** Changes settings of an Orma. */
  changeOrma: (
    event: Pick<Event, 'event_hash'>,
    owner: Person,
    fields: Record<string, string | File>,
  ) => Promise<ClientReply>
}

/** What is said of a photo with its bytes. */
const STATED = {
  original_date: '2026-06-20T18:30:00+02:00',
  timezone: 'Europe/Paris',
  description: '1',
}

/** As where the operator sets no others. */
export const VIDEO_LIMITS = { maxVideoSeconds: MAX_VIDEO_SECONDS, maxVideoBytes: MAX_VIDEO_BYTES }

/** Where the operator lets everybody create. */
export const ANYONE: CreatorRules = { creators: 'anyone', operatorContact: undefined }

const NO_LIMITS = { ofAll: undefined, ofEvent: undefined }

interface OperatorSays {
  noSms?: NoSms | undefined
  rules?: CreatorRules
  /** The most bytes. */
  room?: Parameters<typeof createStorageRoom>[1]
}

/** The API of events, posts, likes, comments, uploads and archives, and of `more`. `watch` may wrap its database. */
export async function startOrmaApi(
  watch: (db: Database) => Database = (db) => db,
  more: (parts: TestParts & { blobs: BlobStore }) => Route[] = () => [],
  { rules = ANYONE, room = NO_LIMITS, noSms }: OperatorSays = {},
): Promise<OrmaApi> {
  const photos = createPhotoProcess({ parallelism: 1 })
  const api = await startTestApi((given) => {
    const { db, now, log, folder, secret } = given
    const blobs = createFsBlobStore(join(folder, 'blobs'))
    const parts = { db: watch(db), now, log, blobs, secret }
    const access = createEventAccess(parts)
    const signedMedia = createSignedMedia({ secret, now })
    const storage = createStorageRoom(parts, room)
    const uploadParts = {
      ...parts,
      access,
      signedMedia,
      videoLimits: VIDEO_LIMITS,
      limits: { eventUploadLimit: undefined, userUploadLimit: 2000 },
      storage,
      maxUploadBytes: MAX_UPLOAD_BYTES,
      missingForVideos: async () => undefined,
      missingHere: async () => undefined,
      isWholeJpeg: photos.isWholeJpeg,
      onExpected: () => undefined,
      onQueued: () => undefined,
    }
    return [
      ...more({ ...given, ...parts }),
      ...creatorRoutes({ ...parts, rules, noSms }),
      ...eventRoutes({
        ...parts,
        rules,
        storage,
        access,
        videoLimits: VIDEO_LIMITS,
        renderEventImage: (kind, image) => photos.renderOrmaImage(image, kind),
      }),
      ...doorRoutes({ ...parts, access, secureCookies: true }),
      ...visitorRoutes({ ...parts, access }),
      ...postRoutes({ ...parts, access, signedMedia }),
      ...moderationRoutes({ ...parts, access, signedMedia }),
      ...likeRoutes({ ...parts, access }),
      ...commentRoutes({ ...parts, access }),
      ...timeslotRoutes({ ...parts, access }),
      ...organiserRoutes({ ...parts, access, videoLimits: VIDEO_LIMITS }),
      ...peopleRoutes({ ...parts, access, signedMedia }),
      ...guestRoutes({
        ...parts,
        access,
        secureCookies: false,
        deletePost: (post_id) => removePost(parts, post_id),
      }),
      ...uploadRoutes(uploadParts),
      ...resumableRoutes({ ...uploadParts, uploadLocks: createUploadLocks() }),
      ...highlightRoutes({ ...parts, access }),
      ...archiveRoutes({
        ...parts,
        access,
        onAsked: () => undefined,
        stopping: new AbortController().signal,
      }),
    ]
  })
  const blobs = createFsBlobStore(join(api.folder, 'blobs'))
  const addPost: OrmaApi['addPost'] = async (event, { user }, options) => {
    api.clock.advance(1000)
    return insertPost({ db: api.db, blobs, nowMs: api.clock.ms }, { event, author: user }, options)
  }

  return {
    ...api,
    blobs,
    async createOrma({ token }, fields = {}) {
      const body = toForm({ name: 'Anna & Ben', event_date: '2026-06-20', ...fields })
      const reply = await api.request(calls.createEvent, { token, body })
      if (reply.status !== 201) throw new Error(`no Orma: ${JSON.stringify(reply.body)}`)
      return reply.body.event as Event
    },
    addPost,
    async addPosts(event, author, count) {
      const ids: number[] = []
      for (let n = 0; n < count; n += 1) ids.unshift((await addPost(event, author)).id)
      return ids
    },
    async upload({ event_hash }, { token }, { photo, key, fields } = {}) {
      const bytes = photo ?? (await makePhoto({ width: 64, height: 48 }))
      const image = new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' })
      return api.request(calls.uploadPhoto, {
        params: { event_hash },
        token,
        body: toForm({ ...STATED, ...fields, image }),
        ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
      })
    },
    async beginUpload({ event_hash }, { token }, { length = 1000, metadata } = {}) {
      const reply = await api.request(calls.createUpload, {
        params: { event_hash },
        token,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': String(length),
          'upload-metadata': encodeMetadata({ ...STATED, ...metadata }),
        },
      })
      return { ...reply, id: idOf(reply.headers), offset: offsetOf(reply) }
    },
    changeOrma: ({ event_hash }, { token }, fields) =>
      api.request(calls.updateEvent, { params: { event_hash }, token, body: toForm(fields) }),
    async close() {
      await photos.close()
      await api.close()
    },
  }
}
