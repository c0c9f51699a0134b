import { Link, useRouterState } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { SHARE } from '../../contract/routes.ts'
import { texts } from '../../contract/texts.ts'
import { isUnsent, isWithoutOrma } from '../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../outbox/store/outbox-photo.ts'
import { buttonClass } from '../ui/button.tsx'
import { QuietBar } from '../ui/quiet-bar.tsx'
import './waiting-bar.css'

/** The film and the slideshow fill the screen. */
const FILLS_THE_SCREEN = /^\/[^/]+\/(highlights|slideshow)(\/|$)/

export interface WaitingBarProps {
  /** The user's photos on this device. */
  photos: readonly OutboxPhoto[]
}

/**
 * Says on every page but the upload screen that photos wait or were refused, and leads to them; at home and on their Orma's page
 * also that drafts were not sent.
 */
export function WaitingBar({ photos }: WaitingBarProps) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const [first] = photosToShow(photos, pathname)
  if (!first) return null
  const place = placeOf(first)
  if (pathname === place || FILLS_THE_SCREEN.test(pathname)) return null
  const text = textFor(first, photos)
  return (
    <aside className="wb">
      <QuietBar
        icon={<Clock size={18} aria-hidden />}
        action={
          <Link
            to={place}
            className={buttonClass('plain')}
            aria-label={`${text}. ${texts.offline.showWaiting}`}
          >
            {texts.offline.showWaiting}
          </Link>
        }
      >
        {text}
      </QuietBar>
    </aside>
  )
}

/** The photos that the bar is about: queued ones, else refused ones, else drafts. */
function photosToShow(photos: readonly OutboxPhoto[], pathname: string): OutboxPhoto[] {
  const isChosen = (photo: OutboxPhoto) =>
    isDraft(photo) && (pathname === '/' || pathname === `/${photo.eventHash}`)
  const kinds = [isWaiting, isRefused, isChosen, isWithoutOrma]
  return kinds.flatMap((isMeant) => photos.filter(isMeant))
}

function placeOf(photo: OutboxPhoto): string {
  return isWithoutOrma(photo) ? SHARE.path : `/${photo.eventHash}/upload`
}

function textFor(first: OutboxPhoto, photos: readonly OutboxPhoto[]): string {
  if (isWaiting(first)) return texts.offline.waiting(photos.filter(isWaiting).length)
  if (isRefused(first)) return texts.offline.notUploaded(photos.filter(isRefused).length)
  if (isDraft(first)) return texts.offline.chosen(photos.filter(isDraft).length)
  return texts.upload.waitingForOrma(photos.filter(isWithoutOrma).length)
}

function isWaiting({ state, isUnwanted }: OutboxPhoto): boolean {
  return !isUnwanted && (state === 'waiting' || state === 'sending')
}

function isDraft(photo: OutboxPhoto): boolean {
  return photo.state === 'draft' && !isWithoutOrma(photo)
}

function isRefused(photo: OutboxPhoto): boolean {
  return photo.state === 'refused' && isUnsent(photo)
}
