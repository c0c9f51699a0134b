import type { Parts } from '../events/parts.ts'
import { api } from '../../contract/api.ts'
import { newMediaName } from '../blobs/blob-store.ts'
import type { SeenEvent } from '../events/viewer.ts'
import { handle } from '../http/handle.ts'
import type { Context, Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { Reply } from '../http/reply.ts'
import { invalidField } from '../http/validate.ts'
import { mediaKeys } from '../posts/post-media.ts'
import { PHOTO_QUEUE } from './process-photo.ts'
import { storeReceived, readKeyedPost } from './store-received.ts'
import { listKnownPhotos } from '../posts/read-posts.ts'
import { receivePhoto } from './receive-photo.ts'
import type { ReceiveParts } from './receive-photo.ts'
import {
  countUnprocessed,
  isWindowOpen,
  readViewersLimit,
  requireUploadQuota,
} from './upload-limits.ts'
import { isStorageFull, requireStorage } from './storage-room.ts'
import type { StorageRoom } from './storage-room.ts'
import type { UploadLimits } from './upload-limits.ts'

interface UploadParts extends Pick<Parts, 'db' | 'blobs' | 'access' | 'signedMedia' | 'now'> {
  limits: UploadLimits
  storage: StorageRoom
  maxUploadBytes: number
  isWholeJpeg: ReceiveParts['isWholeJpeg']
  /** Called when somebody is about to add photos. */
  onExpected: () => void
  /** Called when a photo waits in this queue for its renditions. */
  onQueued: (queue: string) => void
}

/** Taking photos in: limits, the multipart upload, and its idempotency by key. */
export function uploadRoutes(parts: UploadParts): Route[] {
  const { db, limits, access, now, onExpected } = parts
  /** Under way in this process, by user, event and key. That those of several make one post is seen to by the unique index. */
  const running = new Set<string>()

  return [
    handle(api.checkLimit, {
      load: access.requireEvent,
      run: async ({ loaded: event, user }) => {
        onExpected()
        const processing = await countUnprocessed(db, { eventId: event.id, userId: user.id })
        const state = await readViewersLimit(db, event, user.id, limits)
        const limitReached = state.limitReached || (await isStorageFull(parts.storage, event))
        return { ...state, limitReached, processing }
      },
    }),

    handle(api.listKnownPhotos, {
      load: access.requireEvent,
      run: async ({ loaded: event, user, body }) => {
        onExpected()
        return { known: await listKnownPhotos(db, event, user.id, body.sha256) }
      },
    }),

    handle(api.uploadPhoto, {
      load: async (subject) => {
        const event = await access.requireEvent(subject)
        const { user, headers } = subject
        if (isWindowOpen(event, now())) return event
        // Whoever was not told that a photo has come in asks again, and is told also now.
        const idempotencyKey = headers.get('idempotency-key')?.toLowerCase()
        if (await readKeyedPost(db, { event, user, idempotencyKey })) return event
        throw new HttpError('window_closed')
      },
      run: async (context) => {
        const { loaded: event, user, idempotencyKey } = context
        onExpected()
        if (idempotencyKey === undefined) return answerFor(takePhoto(parts, context))
        const slot = `${user.id} ${event.id} ${idempotencyKey}`
        if (running.has(slot)) throw new HttpError('key_running')
        running.add(slot)
        try {
          return await answerFor(takePhoto(parts, context))
        } finally {
          running.delete(slot)
        }
      },
    }),
  ]
}

type UploadContext = Context<typeof api.uploadPhoto, SeenEvent>

/** Turns the refusal at the limit, at whatever step it comes, into the specified answer. */
async function answerFor(taking: ReturnType<typeof takePhoto>) {
  return taking.catch((error: unknown) => {
    if (!(error instanceof HttpError) || error.code !== 'limit_reached') throw error
    return new Reply(200, { limitReached: true, post: null })
  })
}

async function takePhoto(parts: UploadParts, context: UploadContext) {
  const { db, blobs, limits, storage, maxUploadBytes, signedMedia, now, onQueued } = parts
  const { loaded: event, user, idempotencyKey, readForm } = context
  const owner = { eventId: event.id, userId: user.id }

  const known = await readKeyedPost(db, { event, user, idempotencyKey })
  if (!known) {
    await requireUploadQuota(db, owner, limits)
    await requireStorage(storage, event)
  }

  // Read even where the post is known: a key sent with other bytes is refused.
  const media_name = newMediaName()
  const { fields, files } = await readForm({
    fileBytesMax: maxUploadBytes,
    store: (_name, file) =>
      receivePhoto(parts, mediaKeys(media_name).original, file, maxUploadBytes),
    discard: ({ key }) => blobs.delete(key),
  })
  const photo = files.image
  if (!photo) throw invalidField('image')
  const post = await storeReceived(db, blobs, {
    event,
    user,
    idempotencyKey,
    media_name,
    fields,
    photo,
    limits,
    signedMedia,
    now: now(),
  })
  if (post.isNew) onQueued(PHOTO_QUEUE)
  return new Reply(post.isNew ? 201 : 200, { limitReached: false, post: post.post })
}
