import { Link, useRouterState } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { isUnsent } from '../device/outbox-photo.ts'
import type { OutboxPhoto } from '../device/outbox-photo.ts'
import { buttonClass } from '../ui/button.tsx'
import { QuietBar } from '../ui/quiet-bar.tsx'
import './waiting-bar.css'

export interface WaitingBarProps {
  /** The photos of this device that are its user's. */
  photos: readonly OutboxPhoto[]
}

/** Says on every page but their own that photos wait, or were refused, and leads to them. */
export function WaitingBar({ photos }: WaitingBarProps) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const [first] = photosToShow(photos)
  if (!first) return null
  const { eventHash: event_hash } = first
  if (pathname === `/${event_hash}/upload`) return null
  const waiting = photos.filter(isWaiting).length
  const text =
    waiting > 0
      ? texts.offline.waiting(waiting)
      : texts.offline.notUploaded(photosToShow(photos).length)
  return (
    <aside className="wb">
      <QuietBar
        icon={<Clock size={18} aria-hidden />}
        action={
          <Link
            to="/$event_hash/upload"
            params={{ event_hash }}
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

/** Those that the bar is about, what waits before what was refused. */
export function photosToShow(photos: readonly OutboxPhoto[]): OutboxPhoto[] {
  const refused = photos.filter((photo) => photo.state === 'refused' && isUnsent(photo))
  return [...photos.filter(isWaiting), ...refused]
}

function isWaiting({ state, isUnwanted }: OutboxPhoto): boolean {
  return !isUnwanted && (state === 'waiting' || state === 'sending')
}
