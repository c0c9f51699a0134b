import { EVENT_HASH } from './entities.ts'
import { MANIFEST_MARKER } from './routes.ts'

/** The event_hash of an Orma's page address, whichever of its screens it is; undefined for the app's own pages. */
export function eventHashOfPath(pathname: string): string | undefined {
  const first = pathname.split('/')[1] ?? ''
  return EVENT_HASH.test(first) ? first : undefined
}

/** The app's HTML for one address: the manifest's link is right at parse time, the Orma's own on an Orma's pages. */
export function writeDocument(html: string, pathname: string): string {
  const event_hash = eventHashOfPath(pathname)
  const href = event_hash ? `/${event_hash}/manifest.webmanifest` : '/manifest.webmanifest'
  return html.replace(MANIFEST_MARKER, `<link rel="manifest" href="${href}" />`)
}
