import { escapeHtml, eventHashOfPath } from '../contract/document.ts'
import type { DocumentParts } from '../contract/document.ts'
import { FIRST_PHOTOS } from '../contract/routes.ts'
import { readFirstPage } from '../src/cache/answers.ts'

/** What the HTML of an Orma's page shows, and spares the page to look for, as this device has kept it. */
export async function keptPage(pathname: string): Promise<DocumentParts> {
  const event_hash = eventHashOfPath(pathname)
  const isFeed = event_hash !== undefined && pathname === `/${event_hash}`
  const first = isFeed ? await readFirstPage(event_hash) : undefined
  const photos = (first?.posts ?? []).slice(0, FIRST_PHOTOS)
  const head = photos.flatMap(({ compressed_url: src }) =>
    src ? `<link rel="preload" as="image" href="${escapeHtml(src)}" />` : [],
  )
  return { head, first }
}
