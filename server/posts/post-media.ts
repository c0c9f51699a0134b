import { RENDITION_NAMES, renditionFile, RENDITIONS } from '../../contract/renditions.ts'
import type { Rendition } from '../../contract/renditions.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'

/** Where the blobs of a post lie: its renditions and `original`, the bytes as received, which are never served as they are. */
export type MediaKeys = Record<'original' | Rendition, string>

/** Where the blobs of a post lie, by its `media_name`. */
export function mediaKeys(media_name: string): MediaKeys {
  const place = placeOf(media_name)
  return {
    original: `original/${place}`,
    ...ofRenditions((name) => `${name}/${place}.${RENDITIONS[name].ending}`),
  }
}

/** Where its renditions lie. */
export function renditionKeys(media_name: string): string[] {
  const keys = mediaKeys(media_name)
  return RENDITION_NAMES.map((name) => keys[name])
}

/** Where the film of a day lies, by the `media_name` of its own. */
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
