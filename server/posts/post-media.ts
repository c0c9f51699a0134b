import { MEDIA_BASE } from '../../contract/routes.ts'

export interface MediaKeys {
  /** The bytes as received. Never served as they are. */
  original: string
  full: string
  thumb: string
}

/** Where the blobs of a post lie, by its `media_name`. */
export function mediaKeys(media_name: string): MediaKeys {
  const place = `${media_name.slice(0, 2)}/${media_name}`
  return { original: `original/${place}`, full: `full/${place}.jpg`, thumb: `thumb/${place}.webp` }
}

/** Where the film of a day lies, by the `media_name` of its own. */
export function filmKey(media_name: string): string {
  return `film/${media_name.slice(0, 2)}/${media_name}.mp4`
}

/** The public addresses of a post's renditions. Nobody can guess them, and what they give never changes. */
export function mediaAddresses(media_name: string): { full: string; thumb: string } {
  const base = `${MEDIA_BASE}/${media_name}`
  return { full: `${base}/full.jpg`, thumb: `${base}/thumb.webp` }
}
