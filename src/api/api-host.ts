import { API_BASE } from '../../contract/api.ts'
import { VIDEO_FILE } from '../../contract/renditions.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'

/** The API's host, where this build calls another one than its page comes from. */
const HOST = import.meta.env.VITE_API_HOST as string | undefined

/** Whether the API has another origin than the page, and sees none of its cookies. */
export const isElsewhere = Boolean(HOST)

const PICTURE = new RegExp(`^${MEDIA_BASE}/((event/)?[0-9a-f]{32}[/.]|music/)`)

/** Every address of the API begins with it. */
export const apiBase = HOST ? baseOf(HOST) : API_BASE

/** Origin of the API, of all pictures and of the films' music. */
export const apiOrigin = HOST ? new URL(HOST).origin : globalThis.location?.origin

/** Whether an address is a picture or music of our server: what it serves never changes. */
export function isPicture(url: URL): boolean {
  return isMedia(url) && !isVideo(url)
}

/** Whether an address is a video of our server: as lasting as a picture, and too large to be cached by the way. */
export function isVideo(url: URL): boolean {
  return isMedia(url) && url.pathname.endsWith(`/${VIDEO_FILE}`)
}

function isMedia({ origin, pathname }: URL): boolean {
  return origin === apiOrigin && pathname.startsWith(`${MEDIA_BASE}/`)
}

/**
 * Reviver for `JSON.parse`, undefined where page and API share an origin: the API writes pictures' addresses as paths, which a
 * page of another origin needs whole.
 */
export const withApiOrigin = HOST
  ? (_key: string, value: unknown) =>
      typeof value === 'string' && PICTURE.test(value) ? apiOrigin + value : value
  : undefined

/** A host without a path has its API at the usual one. */
function baseOf(host: string): string {
  const { origin, pathname } = new URL(host)
  return origin + (pathname === '/' ? API_BASE : pathname.replace(/\/$/, ''))
}
