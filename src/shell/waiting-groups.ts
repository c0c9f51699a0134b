import { SHARE } from '../../contract/routes.ts'
import { isUnsent, isWithoutOrma } from '../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../outbox/store/outbox-photo.ts'

/** What the bar says of an Orma's photos, the most urgent first. */
const KINDS = ['waiting', 'refused', 'draft', 'shared'] as const

/** `waiting`: queued. `draft`: chosen, not queued. `shared`: from a gallery, without an Orma. */
type WaitingKind = (typeof KINDS)[number]

/** An Orma's photos of its most urgent kind. */
export interface WaitingGroup {
  eventHash: string
  kind: WaitingKind
  photos: readonly OutboxPhoto[]
  /** How many were also chosen for it and not queued, where it is time to be reminded of them. */
  drafts: number
  /** Page where they are shown. */
  place: string
}

interface WaitingView {
  pathname: string
  /** The Orma of the page. */
  event_hash: string | undefined
}

/** Home, an Orma's own page and the upload screens: where it is time to be reminded of drafts. */
const REMINDS_OF_DRAFTS = /^\/([^/]{22}(\/upload)?)?$/

/**
 * The group that the bar is about: that of the page's Orma, else the most urgent and oldest one. On a page that shows a group it
 * is the next one, so that Show leads through all of them, one after the other.
 */
export function groupToShow(
  photos: readonly OutboxPhoto[],
  { pathname, event_hash }: WaitingView,
): WaitingGroup | undefined {
  const remindsOfDrafts = REMINDS_OF_DRAFTS.test(pathname)
  const groups = groupsOf(photos.filter((photo) => kindOf(photo) !== 'draft' || remindsOfDrafts))
  const shown = groups.findIndex(({ place }) => place === pathname)
  if (shown >= 0) return groups.length > 1 ? groups[(shown + 1) % groups.length] : undefined
  return groups.find(({ eventHash }) => eventHash === event_hash) ?? groups[0]
}

/** One group for each Orma, by urgency and then by age. */
function groupsOf(photos: readonly OutboxPhoto[]): WaitingGroup[] {
  const groups: WaitingGroup[] = []
  for (const kind of KINDS) {
    for (const photo of photos) {
      if (kindOf(photo) !== kind) continue
      const { eventHash } = photo
      if (groups.some((group) => group.eventHash === eventHash)) continue
      const ofKind = (wanted: WaitingKind) =>
        photos.filter((other) => other.eventHash === eventHash && kindOf(other) === wanted)
      const drafts = kind === 'draft' ? 0 : ofKind('draft').length
      groups.push({ eventHash, kind, photos: ofKind(kind), drafts, place: placeOf(photo) })
    }
  }
  return groups
}

/** Undefined: there is nothing to say of it. */
function kindOf(photo: OutboxPhoto): WaitingKind | undefined {
  const { state, isUnwanted } = photo
  if (isWithoutOrma(photo)) return 'shared'
  if (state === 'draft') return 'draft'
  if (state === 'waiting' || state === 'sending') return isUnwanted ? undefined : 'waiting'
  return state === 'refused' && isUnsent(photo) ? 'refused' : undefined
}

function placeOf(photo: OutboxPhoto): string {
  return isWithoutOrma(photo) ? SHARE.path : `/${photo.eventHash}/upload`
}
