import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { VideoType } from '../../contract/video-type.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { streamFile } from '../blobs/byte-streams.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import type { Parts } from '../events/parts.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import { PhotoError } from '../media/photo-messages.ts'
import { VideoError } from '../media/run-ffmpeg.ts'
import type { MadeVideo, VideoProcess } from '../media/video-process.ts'
import type { Checked, NudityCheck } from '../moderation/nudity-check.ts'
import { storeTraits } from '../posts/bursts.ts'
import { mediaKeys, videoKeys } from '../posts/post-media.ts'
import { failPost } from '../posts/posts.ts'
import type { Rendered } from '../posts/posts.ts'
import { areNewWaiting } from './process-photo.ts'
import { settlePost, VIDEO_QUEUE, workOn } from './work-on-posts.ts'

/** One takes all cores for seconds or minutes. */
const AT_ONCE = 1
/** Photos are shown within a second or two: a video gives way to them, but at a busy party not for ever. */
const GIVES_WAY = { lookMs: 1_000, looks: 60 }

interface VideoMakers extends Pick<Parts, 'blobs' | 'videoLimits'> {
  photos: Pick<PhotoProcess, 'render'>
  videos: VideoProcess
}

interface VideoParts extends VideoMakers, Pick<Parts, 'db'> {
  photos: Pick<PhotoProcess, 'render' | 'renderFirst'>
  /** Undefined: videos are not checked. */
  check?: NudityCheck | undefined
}

/** What is seen of a video before it plays. */
interface Pictures {
  poster: Awaited<ReturnType<PhotoProcess['render']>>
  /** Whose the poster is. Where no frame can be made here, its phone has sent one, or nobody has. */
  posterOf: 'video' | 'phone' | 'nobody'
  /** Files of its other frames. */
  others: string[]
}

/**
 * The work that turns an uploaded video into a post that is shown, or waits for the owner: with all that is served of it. One that cannot
 * be decoded fails at once; a crash or a time-out is tried three times.
 */
export function videoWork(parts: VideoParts): JobWork {
  const { db, blobs, videos } = parts
  return workOn({ db, blobs }, VIDEO_QUEUE, {
    concurrency: AT_ONCE,
    waiting: sql`status = 'READYFORPROCESSING'`,
    giveUp: failPost,
    async render(post, original) {
      await letPhotosPass(db, videos.closing)
      const source = { file: original, type: post.type as VideoType, media_name: post.media_name }
      return renderVideo(parts, source, async ({ rendered, ...pictures }) => {
        const { reason, ...found } = (await checkPictures(parts, pictures)) ?? {}
        const { traits } = pictures.poster
        return async (tx) => {
          await storeTraits(tx, post.id, traits)
          await settlePost(tx, post.id, reason, { ...rendered, ...found })
        }
      })
    },
  })
}

async function letPhotosPass(db: Queries, closing: AbortSignal): Promise<void> {
  const { lookMs, looks } = GIVES_WAY
  for (let look = 0; look < looks && (await areNewWaiting(db)); look += 1) {
    await wait(lookMs, undefined, { signal: closing }).catch(() => {
      throw new VideoError('closed')
    })
  }
}

/**
 * Makes of a video all that is served of it, and stores it under this name. Gives `use` what its row says then, its poster and other
 * frames, which are there until `use` has ended.
 */
export function renderVideo<T>(
  { blobs, photos, videos, videoLimits }: VideoMakers,
  { file, type, media_name }: { file: string; type: VideoType; media_name: string },
  use: (made: Pictures & { rendered: Rendered }) => Promise<T>,
): Promise<T> {
  return videos.make({ file, type, longest: videoLimits }, async (made) => {
    const bytes = await storeVideo(blobs, media_name, made)
    const keys = mediaKeys(media_name)
    const pictures = await lookAt({ blobs, photos }, made, keys.full)
    const { full, thumb, thumbhash } = pictures.poster
    await Promise.all([blobs.put(keys.thumb, thumb), blobs.put(keys.full, full)])
    const rendered: Rendered = {
      ...made.size,
      thumbhash,
      rendition_bytes: bytes + thumb.length + full.length,
      duration_ms: Math.round(made.seconds * 1000),
      liveliest_ms: Math.round(made.liveliest * 1000),
      clean_type: made.clean?.type,
    }
    return use({ rendered, ...pictures })
  })
}

/** Resolves to how many bytes were stored. */
async function storeVideo(
  blobs: BlobStore,
  media_name: string,
  { video, clean }: MadeVideo,
): Promise<number> {
  const keys = videoKeys(media_name)
  const store = async (key: string, file: string) => {
    const { size } = await stat(file)
    return blobs.put(key, streamFile(file, 0, size))
  }
  const stored = [await store(keys.video, video)]
  if (clean) stored.push(await store(keys.clean, clean.file))
  return stored.reduce((sum, { size }) => sum + size, 0)
}

/** A PNG of one dark grey. */
const PLAIN_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR42mPQQAMMI1sAAEJLKAGEGbuwAAAAAElFTkSuQmCC',
  'base64',
)

/** `sent`: where the poster lies that its phone may have sent. Without one a plain picture stands for it. */
async function lookAt(
  { blobs, photos }: Pick<VideoMakers, 'blobs' | 'photos'>,
  { frames: [first, ...others] }: MadeVideo,
  sent: string,
): Promise<Pictures> {
  if (first !== undefined) return { poster: await photos.render(first), posterOf: 'video', others }
  const poster = await blobs.withFiles([sent], async ([file]) =>
    file === undefined ? undefined : photos.render(file).catch(unlessUndecodable),
  )
  if (poster) return { poster, posterOf: 'phone', others }
  return { poster: await photos.render(PLAIN_PICTURE), posterOf: 'nobody', others }
}

/**
 * Each is checked as a photo is; the gravest reason decides, and of frames with the same one the first. What nobody could look into waits
 * for the owner.
 */
async function checkPictures(
  { photos, check }: VideoParts,
  { poster, posterOf, others }: Pictures,
): Promise<Checked | undefined> {
  if (!check) return undefined
  if (posterOf === 'nobody') return { reason: 'unchecked' }
  let worst = await check(poster.square)
  for (const frame of others) {
    const { square } = await photos.renderFirst(frame)
    const checked = await check(square)
    if (weigh(checked) > weigh(worst)) worst = checked
  }
  return posterOf === 'phone' ? { ...worst, reason: worst.reason ?? 'unchecked' } : worst
}

function unlessUndecodable(error: unknown): undefined {
  if (!(error instanceof PhotoError) || error.isRetryable) throw error
}

const REASONS = [undefined, 'unchecked', 'nudity'] as const

function weigh({ reason }: Checked): number {
  return REASONS.indexOf(reason)
}
