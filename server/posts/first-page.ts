import { api } from '../../contract/api.ts'
import { eventHashOfPath } from '../../contract/document.ts'
import { displayDay } from '../../contract/display-day.ts'
import type { Event } from '../../contract/entities.ts'
import { canUpload } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import type { Queries } from '../db/sql.ts'
import { eventIconAddress } from '../events/event-media.ts'
import { toEvent } from '../events/event-wire.ts'
import type { WireParts } from '../events/event-wire.ts'
import type { Viewer } from '../events/viewer.ts'
import type { EventAccess } from '../events/require-event.ts'
import { HttpError } from '../http/http-error.ts'
import { namedFields } from '../http/named-fields.ts'
import type { PageParts } from '../http/write-page.ts'
import { listFeed } from './feed.ts'
import { toPosts } from './post-wire.ts'
import { DatabaseOutage } from '../outages.ts'

/**
 * What the HTML of an Orma's pages says, and shows before the app runs: to everyone, for HTML is asked for without a token.
 * Nothing where there is no Orma that everyone may see.
 */
export async function firstPageParts(
  parts: WireParts & { db: Queries; access: EventAccess },
  { pathname, address, headers }: { pathname: string; address: string; headers: Headers },
): Promise<PageParts> {
  const { db, access, now } = parts
  const event_hash = eventHashOfPath(pathname)
  if (event_hash === undefined) return {}
  try {
    const subject = { params: { event_hash }, user: undefined, address, headers }
    const row = await access.requireEvent(subject)
    const { event } = namedFields(api.getEvent.answers[200], { event: toEvent(row, parts) })
    const icon = row.profile_image ? eventIconAddress(row.profile_image, '192') : undefined
    const orma = { name: event.name, icon }
    const description = describe(event, row.viewer, now())
    // Whoever sees their own photos alone is not known here.
    if (pathname !== `/${event_hash}` || !row.viewer.seesAll)
      return { orma, description, first: { event } }
    const rows = await listFeed(db, row.id)
    const all = namedFields(api.listPosts.answers[200], await toPosts(db, row, rows))
    // Who likes a post matters to them alone, and they are not known here.
    const posts = all.map((post) => ({ ...post, Likes: [] }))
    return { orma, description, first: { event, posts } }
  } catch (error) {
    // Whoever has the app on their device needs no database to see what they saw before.
    if (error instanceof HttpError || error instanceof DatabaseOutage) return {}
    throw error
  }
}

function describe(event: Event, { seesAll }: Viewer, nowMs: number): string {
  const day = displayDay(event.event_date.slice(0, 'YYYY-MM-DD'.length))
  const { orma, closedOrma, hiddenOrma } = texts.preview
  const isOpen = canUpload(event, undefined, nowMs)
  if (!seesAll) return isOpen ? hiddenOrma(day) : day
  const say = isOpen ? orma : closedOrma
  return say(day, texts.event.photoCount(event.postCount, event.allowVideos))
}
