import type { Event } from '../../contract/entities.ts'
import { isOrganisersView } from '../features/feed/feed-memory.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { filesAtHand } from '../worker/worker-link.ts'

// What of an Orma's page has a script of its own.

const extras = () => import('./event-extras.tsx')
export const EventActions = latePiece(async () => (await extras()).EventActions, filesAtHand)
export const BannerAccent = latePiece(async () => (await extras()).BannerAccent, filesAtHand)
export const PhotoCapture = latePiece(async () => (await extras()).PhotoCapture, filesAtHand)
export const RevealNote = latePiece(async () => (await extras()).RevealNote, filesAtHand)
export const ReviewStrip = latePiece(
  async () => (await import('../features/review/review-strip.tsx')).ReviewStrip,
  filesAtHand,
)
export const OrganisersNotices = latePiece(
  async () => (await import('./organisers-notices.tsx')).OrganisersNotices,
  filesAtHand,
)
export const TimelineTab = latePiece(async () => (await import('./timeline-tab.tsx')).TimelineTab)
export const HighlightCards = latePiece(
  async () => (await import('../features/highlights/highlight-cards.tsx')).HighlightCards,
)

/** Loads the scripts of what stands in the first frame, so that nothing of it comes later and moves the rest. */
export async function loadPieces(event: Event): Promise<void> {
  const ofOrganisers = isOrganisersView(event) ? [OrganisersNotices, ReviewStrip] : []
  const pieces = [EventActions, PhotoCapture, RevealNote, ...ofOrganisers]
  await Promise.all(pieces.map(({ preload }) => preload()))
}
