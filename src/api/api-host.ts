import { API_BASE } from '../../contract/api.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'

/** Where the server is that this build calls, if it is not the one that the page comes from. */
const HOST = import.meta.env.VITE_API_HOST as string | undefined

const PICTURE = new RegExp(`^${MEDIA_BASE}/((event/)?[0-9a-f]{32}[/.]|music/)`)

/** Everything of the API lies below it. */
export const apiBase = HOST ? baseOf(HOST) : API_BASE

/** The API, all pictures and the films' music come from it. */
export const apiOrigin = HOST ? new URL(HOST).origin : globalThis.location?.origin

/** Whether a picture of our server's is meant, or music: the address says for ever what it gives. */
export function isPicture({ origin, pathname }: URL): boolean {
  return origin === apiOrigin && pathname.startsWith(`${MEDIA_BASE}/`)
}

/**
 * For `JSON.parse`: addresses of pictures are paths of the API's own origin on the wire, which a page of another origin needs
 * whole.
 */
export const withApiOrigin = HOST
  ? (_key: string, value: unknown) =>
      typeof value === 'string' && PICTURE.test(value) ? apiOrigin + value : value
  : undefined

/** A host alone has its API where every server of ours has it. */
function baseOf(host: string): string {
  const { origin, pathname } = new URL(host)
  return origin + (pathname === '/' ? API_BASE : pathname.replace(/\/$/, ''))
}
