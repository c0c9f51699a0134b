import { thumbHashToDataURL } from 'thumbhash'

/** The blurred picture of a thumbhash (base64) as a `data:` address of about 5 kB; undefined where it is none. */
export function thumbhashImage(thumbhash: string | null | undefined): string | undefined {
  if (!thumbhash) return undefined
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (byte) => byte.charCodeAt(0)))
  } catch {
    // A damaged hash costs the placeholder, never the photo.
    return undefined
  }
}
