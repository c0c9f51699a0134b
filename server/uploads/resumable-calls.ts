import type { Parts } from '../events/parts.ts'
import { api, API_BASE } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import { CHUNK_BYTES } from '../../contract/limits.ts'
import * as tus from '../../contract/tus-protocol.ts'
import { removeBlobs } from '../blobs/remove-blobs.ts'
import { sql } from '../db/sql.ts'
import { findEvent } from '../events/events.ts'
import type { SeenEvent } from '../events/viewer.ts'
import type { Context } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { refusePhoto } from './receive-photo.ts'
import { Reply } from '../http/reply.ts'
import { postOfKey } from '../posts/posts.ts'
import { readPost } from '../posts/read-posts.ts'
import { appendBytes, partKey } from './append-bytes.ts'
import { createUpload } from './create-upload.ts'
import { settleUpload } from './finish-upload.ts'
import type { FinishParts, UploadOwner } from './finish-upload.ts'
import { lockUploads, readKeyedPost } from './store-received.ts'
import { ORPHAN_AGE_MS } from './sweep-blobs.ts'
import { progressHeaders, readChecksum, readOffset, wholeHeaders } from './tus-headers.ts'
import { countParts, findUpload, forgetUploads, markCancelled } from './upload-rows.ts'
import type { UploadRow } from './upload-rows.ts'
import type { UploadLocks } from './upload-locks.ts'
import { posterHeader } from './video-poster.ts'

/** The most pieces of one photo: any usable line needs far fewer. */
const PIECES_MAX = 2_000
/** Of what is larger each piece has at least so much on average: as large as the chunks of a slow line, or half. */
const PIECE_BYTES = CHUNK_BYTES.min / 2

export interface CallParts extends FinishParts, Pick<Parts, 'signedMedia'> {
  uploadLocks: UploadLocks
}

export interface OwnUpload extends UploadOwner {
  upload: UploadRow
}

/** Also told to who may not see the Orma: it says no more than whether it takes videos. */
export async function describeAbilities(
  { db, maxUploadBytes, videoLimits }: CallParts,
  { params }: Pick<Context<typeof api.describeUploads, undefined>, 'params'>,
): Promise<Reply<undefined>> {
  const event = await findEvent(db, params.event_hash)
  const maxBytes = event?.allow_videos === 1 ? videoLimits.maxVideoBytes : 0
  return new Reply(204, undefined, abilities(Math.max(maxUploadBytes, maxBytes)))
}

function abilities(maxUploadBytes: number): Record<string, string> {
  return {
    [tus.TUS_VERSIONS]: tus.TUS_VERSION,
    [tus.TUS_EXTENSION]: tus.TUS_EXTENSIONS.join(),
    [tus.TUS_MAX_SIZE]: String(maxUploadBytes),
    [tus.TUS_CHECKSUM_ALGORITHM]: tus.TUS_CHECKSUMS.join(),
  }
}

/** Begins an upload (201) or finds it (200), and says where to go on. */
export async function beginOrFind(
  parts: CallParts,
  { loaded: event, user, headers }: Context<typeof api.createUpload, SeenEvent>,
): Promise<Reply<undefined>> {
  const begun = await createUpload(parts, { event, user }, headers)
  const isNew = begun.isNew && begun.upload.state === 'open'
  const upload = isNew ? begun.upload : await settleOrRestart(parts, { event, user, ...begun })
  const path = endpointPath(api.readUpload, { event_hash: event.event_hash, upload_id: upload.id })
  const poster = await posterHeader(parts, event, upload)
  const headersOut = { location: API_BASE + path, ...progressHeaders(upload), ...poster }
  return new Reply(isNew ? 201 : 200, undefined, headersOut)
}

/**
 * Says how much of an upload is stored. An answer to HEAD has no body, so one that is refused with this call is 410, and 404 once it
 * is forgotten: whoever sends it again is told why.
 */
export async function describeOffset(
  parts: CallParts,
  { loaded }: Context<typeof api.readUploadOffset, OwnUpload>,
): Promise<Reply<undefined>> {
  try {
    const upload = await settleOrRestart(parts, loaded)
    const poster = await posterHeader(parts, loaded.event, upload)
    const headers = { ...progressHeaders(upload), ...wholeHeaders(upload), ...poster }
    return new Reply(200, undefined, headers)
  } catch (error) {
    const isRefusal = error instanceof HttpError && error.status < 500 && error.status !== 429
    throw isRefusal ? new HttpError('upload_gone') : error
  }
}

/** Adds the bytes of a chunk; with the last ones the upload becomes a post. */
export async function appendChunk(
  parts: CallParts,
  { loaded, headers, readBytes }: Context<typeof api.appendToUpload, OwnUpload>,
): Promise<Reply<undefined>> {
  const offset = readOffset(headers)
  const checksum = readChecksum(headers)
  const body = readBytes()
  const declared = Number(headers.get('content-length') ?? 0)

  return parts.uploadLocks.take(loaded.upload.id, async (stop) => {
    const found = await settleUpload(parts, loaded, await readAgain(parts, loaded))
    if (offset !== found.received) throw new HttpError('wrong_offset')
    if (offset + declared > found.length) throw refusePhoto('too_large')
    await requireFewPieces(parts, found)
    const received = await appendBytes(parts, found, { body, checksum, stop })
    const current = await settleUpload(parts, loaded, await readAgain(parts, loaded))
    return new Reply(204, undefined, {
      ...progressHeaders({ ...current, received }),
      // The rest of a body that was stopped would be waited for otherwise.
      ...(stop.aborted ? { connection: 'close' } : {}),
    })
  })
}

export async function describeResult(
  parts: CallParts,
  { loaded }: Context<typeof api.readUpload, OwnUpload>,
) {
  const { event, user, upload } = loaded
  if (upload.state === 'open' && upload.received < upload.length)
    throw new HttpError('upload_unfinished')
  try {
    const { state } = await settle(parts, loaded)
    if (state !== 'done') throw new HttpError('upload_unfinished')
  } catch (error) {
    if (!(error instanceof HttpError) || error.code !== 'limit_reached') throw error
    return { limitReached: true, post: null }
  }
  const row = await readKeyedPost(parts.db, { event, user, idempotencyKey: upload.idempotency_key })
  const post = row && (await readPost(parts.db, event, row.id, parts.signedMedia))
  if (!post) throw new HttpError('upload_gone')
  return { limitReached: false, post }
}

/** Forgets an upload that has not become a post, and has none come of what is just being received as a whole under its key. */
export async function cancel(
  { db, blobs, log, uploadLocks, now }: CallParts,
  { loaded: { event, user, upload } }: Context<typeof api.cancelUpload, OwnUpload>,
): Promise<undefined> {
  const blobNames = await uploadLocks.takeOver(upload.id, () =>
    db.transaction(async (tx) => {
      await lockUploads(tx, event.id)
      const key = upload.idempotency_key
      const found = await postOfKey(tx, { user_id: user.id, event_id: event.id, key })
      return found?.state === 'there' ? [] : markCancelled(tx, upload.id, now() + ORPHAN_AGE_MS)
    }),
  )
  await removeBlobs({ blobs, log }, blobNames.map(partKey))
  if (await findUpload(db, upload.id)) {
    throw new HttpError('upload_finished')
  }
  return undefined
}

/** The upload as it stands once nobody works on it any more, a post where it is whole. One that had to be emptied begins again. */
async function settleOrRestart(parts: CallParts, own: OwnUpload): Promise<UploadRow> {
  try {
    return await settle(parts, own)
  } catch (error) {
    if (error instanceof HttpError && error.code === 'checksum_mismatch') {
      return readAgain(parts, own)
    }
    throw error
  }
}

async function settle(parts: CallParts, own: OwnUpload): Promise<UploadRow> {
  return parts.uploadLocks.takeOver(own.upload.id, async () =>
    settleUpload(parts, own, await readAgain(parts, own)),
  )
}

async function readAgain({ db }: CallParts, { upload }: OwnUpload): Promise<UploadRow> {
  const found = await findUpload(db, upload.id)
  if (!found) throw new HttpError('upload_gone')
  return found
}

/** An upload in too many pieces is forgotten: sent again, it comes in larger ones. */
async function requireFewPieces(
  { db, blobs, log }: CallParts,
  { id, length }: UploadRow,
): Promise<void> {
  if ((await countParts(db, id)) < Math.max(PIECES_MAX, length / PIECE_BYTES)) return
  const blobNames = await db.transaction((tx) => forgetUploads(tx, sql`id = ${id}`))
  await removeBlobs({ blobs, log }, blobNames.map(partKey))
  throw new HttpError('upload_gone')
}
