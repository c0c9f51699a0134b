import { createHmac, timingSafeEqual } from 'node:crypto'
import { SIGNED_ADDRESS_MS } from '../../contract/limits.ts'
import { MEDIA_BASE } from '../../contract/routes.ts'
import { mediaAddresses } from './post-media.ts'

/** Addresses of photos that are not shown, for their author and the event's owner, and of films for the owner: each holds for ten minutes. */
export interface SignedMedia {
  addresses: (media_name: string) => { full: string; thumb: string }
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
      return { full: `${full}?${query}`, thumb: `${thumb}?${query}` }
    },
    filmAddress: (media_name) => `${MEDIA_BASE}/${media_name}/film.mp4?${queryFor(media_name)}`,
    isSigned(media_name, { until = '', signature = '' }) {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(media_name, until))]
      const isOurs = given.length === right.length && timingSafeEqual(given, right)
      return isOurs && Number(until) > now()
    },
  }
}
