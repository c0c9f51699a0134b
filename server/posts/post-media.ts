import { createHmac, timingSafeEqual } from 'node:crypto'
import { renditionFile, RENDITIONS } from '../../contract/renditions.ts'
import type { Rendition } from '../../contract/renditions.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import { SIGNED_ADDRESS_MS } from '../../contract/limits.ts'
import type { PostRow } from './posts.ts'

/** Where the blobs of a post lie: its renditions and `original`, the bytes as received, which are never served as they are. */
export type MediaKeys = Record<'original' | Rendition, string>

export function mediaKeys(media_name: string): MediaKeys {
  const place = placeOf(media_name)
  return {
    original: `original/${place}`,
    ...ofRenditions((name) => `${name}/${place}.${RENDITIONS[name].ending}`),
  }
}

export type VideoKeys = Record<'video' | 'clean', string>

/** Where the blobs of a video lie besides those of its poster: as it is served, and the original without its metadata. */
export function videoKeys(media_name: string): VideoKeys {
  const place = placeOf(media_name)
  return { video: `video/${place}.mp4`, clean: `clean/${place}` }
}

/** Where all blobs of a post lie, or may: of a video more than of a photo. */
export function blobKeysOf({ kind, media_name }: Pick<PostRow, 'kind' | 'media_name'>): string[] {
  const keys = Object.values(mediaKeys(media_name))
  return kind === 'video' ? [...keys, ...Object.values(videoKeys(media_name))] : keys
}

export const VIDEO_FILE = 'video.mp4'

/** The public address of a video, as lasting as those of its poster. */
export function videoAddress(media_name: string): string {
  return `${MEDIA_BASE}/${media_name}/${VIDEO_FILE}`
}

export function filmKey(media_name: string): string {
  return `film/${placeOf(media_name)}.mp4`
}

/** The public addresses of a post's renditions. Nobody can guess them, and what they give never changes. */
export function mediaAddresses(media_name: string): Record<Rendition, string> {
  return ofRenditions((name) => `${MEDIA_BASE}/${media_name}/${renditionFile(name)}`)
}

function placeOf(media_name: string): string {
  return `${media_name.slice(0, 2)}/${media_name}`
}

function ofRenditions(make: (name: Rendition) => string): Record<Rendition, string> {
  return { full: make('full'), thumb: make('thumb') }
}

/** Addresses of photos that are not shown, for their author and the event's owner, and of films for the owner: each holds for ten minutes. */
export interface SignedMedia {
  addresses: (media_name: string) => { full: string; thumb: string; video: string }
  filmAddress: (media_name: string) => string
  /** Whether this is the query of an address of ours for these photos whose time is not over. */
  isSigned: (media_name: string, query: Readonly<Record<string, string>>) => boolean
}

export function createSignedMedia({
  secret,
  now,
}: {
  secret: Buffer
  /** Milliseconds since the epoch. */
  now: () => number
}): SignedMedia {
  const sign = (media_name: string, until: string): string =>
    createHmac('sha256', secret).update(`media ${media_name} ${until}`).digest('base64url')

  const queryFor = (media_name: string): string => {
    const until = String(now() + SIGNED_ADDRESS_MS)
    return `until=${until}&signature=${sign(media_name, until)}`
  }

  return {
    addresses(media_name) {
      const query = queryFor(media_name)
      const { full, thumb } = mediaAddresses(media_name)
      const video = videoAddress(media_name)
      return {
        full: `${full}?${query}`,
        thumb: `${thumb}?${query}`,
        video: `${video}?${query}`,
      }
    },
    filmAddress: (media_name) => `${MEDIA_BASE}/${media_name}/film.mp4?${queryFor(media_name)}`,
    isSigned(media_name, { until = '', signature = '' }) {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(media_name, until))]
      const isOurs = given.length === right.length && timingSafeEqual(given, right)
      return isOurs && Number(until) > now()
    },
  }
}
