import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { VideoType } from '../../contract/video-type.ts'
import type { Size } from '../../film/film-context.ts'
import { streamFile } from '../blobs/byte-streams.ts'
import { sql } from '../db/sql.ts'
import type { Queries } from '../db/sql.ts'
import type { Parts } from '../events/parts.ts'
import type { JobWork } from '../jobs/job-runner.ts'
import type { PhotoProcess } from '../media/photo-process.ts'
import { plainPicture } from '../media/plain-picture.ts'
import { PhotoError } from '../media/photo-messages.ts'
import { VideoError } from '../media/run-ffmpeg.ts'
import type { MadeVideo, VideoProcess } from '../media/video-process.ts'
import type { Checked, NudityCheck } from '../moderation/nudity-check.ts'
import { storeTraits } from '../posts/bursts.ts'
import { mediaKeys, videoKeys } from '../posts/post-media.ts'
import { failPost } from '../posts/posts.ts'
import type { Rendered } from '../posts/posts.ts'
import { areNewWaiting } from './process-photo.ts'
import { VIDEO_QUEUE } from './video-queue.ts'
import { settlePost, workOn } from './work-on-posts.ts'

/** One takes all cores for seconds or minutes. */
const AT_ONCE = 1
/** Photos are shown within a second or two: a video gives way to them, but at a busy party not for ever. */
const GIVES_WAY = { lookMs: 1_000, looks: 60 }

interface VideoParts extends Pick<Parts, 'db' | 'blobs' | 'videoLimits'> {
  photos: Pick<PhotoProcess, 'render' | 'renderFirst'>
  videos: VideoProcess
  /** Undefined: videos are not checked. */
  check?: NudityCheck | undefined
}

/**
 * The work that turns an uploaded video into a post that is shown, or waits for the owner: with all that is served of it. One that cannot
 * be decoded fails at once; a crash or a time-out is tried three times.
 */
export function videoWork(parts: VideoParts): JobWork {
  const { db, blobs, videos, videoLimits } = parts
  return workOn({ db, blobs }, VIDEO_QUEUE, {
    concurrency: AT_ONCE,
    waiting: sql`status = 'READYFORPROCESSING'`,
    giveUp: failPost,
    async render(post, original) {
      await letPhotosPass(db, videos.closing)
      const request = { file: original, type: post.type as VideoType, longest: videoLimits }
      return videos.make(request, async (made) => {
        const bytes = await storeVideo(parts, post.media_name, made)
        const keys = mediaKeys(post.media_name)
        const { poster, checked } =
          made.frames.length > 0
            ? await lookAtFrames(parts, made.frames)
            : await lookAtPoster(parts, keys.full, made.size)
        const { full, thumb, traits, thumbhash } = poster
        await Promise.all([blobs.put(keys.thumb, thumb), blobs.put(keys.full, full)])
        const { reason, ...found } = checked ?? {}
        const rendered: Rendered = {
          ...found,
          ...made.size,
          thumbhash,
          rendition_bytes: bytes + thumb.length + full.length,
          duration_ms: Math.round(made.seconds * 1000),
          liveliest_ms: Math.round(made.liveliest * 1000),
          clean_type: made.clean?.type,
        }
        return async (tx) => {
          await storeTraits(tx, post.id, traits)
          await settlePost(tx, post.id, reason, rendered)
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

/** Resolves to how many bytes were stored. */
async function storeVideo(
  { blobs }: Pick<VideoParts, 'blobs'>,
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

/** The first is the poster. Each is checked as a photo is; the gravest reason decides, and of frames with the same one the first. */
async function lookAtFrames({ photos, check }: VideoParts, frames: readonly string[]) {
  const [first = '', ...others] = frames
  const poster = await photos.render(first)
  if (!check) return { poster, checked: undefined }
  let worst = await check(poster.square)
  for (const frame of others) {
    const { square } = await photos.renderFirst(frame)
    const checked = await check(square)
    if (weigh(checked) > weigh(worst)) worst = checked
  }
  return { poster, checked: worst }
}

/**
 * Of a video of which no frame can be made here: the poster that its phone has sent, or a plain picture. It is checked as a photo, and
 * what else is in the video by its owner.
 */
async function lookAtPoster({ blobs, photos, check }: VideoParts, key: string, size: Size) {
  const sent = await blobs.withFiles([key], async ([file]) =>
    file === undefined ? undefined : photos.render(file).catch(unlessUndecodable),
  )
  const poster = sent ?? (await photos.render(plainPicture(size)))
  const found = sent && check ? await check(poster.square) : undefined
  const checked: Checked = { ...found, reason: found?.reason ?? 'unchecked' }
  return { poster, checked: check && checked }
}

function unlessUndecodable(error: unknown): undefined {
  if (!(error instanceof PhotoError) || error.isRetryable) throw error
}

const REASONS = [undefined, 'unchecked', 'nudity'] as const

function weigh({ reason }: Checked): number {
  return REASONS.indexOf(reason)
}
