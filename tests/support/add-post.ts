import { randomUUID } from 'node:crypto'
import type { Event, ReviewReason, User } from '../../contract/entities.ts'
import type { BlobStore } from '../../server/blobs/blob-store.ts'
import { newMediaName } from '../../server/blobs/blob-store.ts'
import type { Database } from '../../server/db/sql.ts'
import { flagPost } from '../../server/moderation/flagged-posts.ts'
import { sql } from '../../server/db/sql.ts'
import { mediaKeys, videoKeys } from '../../server/posts/post-media.ts'
import type { PhotoTraits } from '../../server/media/photo-traits.ts'
import { joinBurst, storeTraits } from '../../server/posts/bursts.ts'
import { failPost, insertPost, publishPost } from '../../server/posts/posts.ts'

export interface PostOptions {
  /** Absent: COMPLETED. */
  status?: 'READYFORPROCESSING' | 'FAILEDPROCESSING' | 'FAILEDBYNUDITY'
  /** Of a flagged post. */
  reviewReason?: ReviewReason
  key?: string
  original_date?: string
  sha256?: string
  /** Of a photo that was sent smaller. */
  original_sha256?: string
  /** Absent: a photo. */
  kind?: 'photo' | 'video'
  /** Of a video that was made another for being served. */
  cleanType?: 'mov' | 'webm'
  /** Absent: unknown, as for posts from before there were traits. */
  traits?: PhotoTraits
}

/** Adds a post straight to the database and its files to the blob store, if one is given. Nothing processes it. */
export async function addPost(
  { db, blobs, nowMs }: { db: Database; blobs?: BlobStore; nowMs: number },
  { event, author }: { event: Pick<Event, 'id'>; author: Pick<User, 'id'> },
  {
    status,
    reviewReason = 'nudity',
    key,
    kind = 'photo',
    cleanType,
    traits,
    ...stated
  }: PostOptions = {},
): Promise<{ id: number; media_name: string }> {
  const media_name = newMediaName()
  const { video, clean } = videoKeys(media_name)
  const ofVideo = kind === 'video' ? [video, ...(cleanType ? [clean] : [])] : []
  for (const blobKey of [...Object.values(mediaKeys(media_name)), ...ofVideo]) {
    await blobs?.put(blobKey, Buffer.from(blobKey))
  }
  const id = await db.transaction((tx) =>
    insertPost(tx, {
      event_id: event.id,
      user_id: author.id,
      kind,
      idempotency_key: key ?? randomUUID(),
      sha256: stated.sha256 ?? '0'.repeat(64),
      original_sha256: stated.original_sha256 ?? null,
      size: 1000,
      type: kind === 'video' ? (cleanType ?? 'mp4') : 'jpeg',
      media_name,
      // As the photos of tests lie.
      orientation: 6,
      original_date: stated.original_date ?? '2026-06-20T18:30:00+02:00',
      timezone: 'Europe/Paris',
      description: '1',
      created_at: nowMs,
    }),
  )
  const made = { width: 2560, height: 1920, thumbhash: 'AAAA', rendition_bytes: 500 }
  await db.transaction(async (tx) => {
    if (traits) await storeTraits(tx, id, traits)
    if (kind === 'video' && status !== 'READYFORPROCESSING')
      await tx.run(
        sql`update posts set duration_ms = 4000, clean_type = ${cleanType ?? null} where id = ${id}`,
      )
    if (status === undefined) await publishPost(tx, id, made)
    if (status === 'FAILEDBYNUDITY') await flagPost(tx, id, reviewReason, made)
    if (traits) await joinBurst(tx, id)
  })
  if (status === 'FAILEDPROCESSING') await db.transaction((tx) => failPost(tx, id))
  return { id, media_name }
}
