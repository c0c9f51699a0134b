import { useEffect, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { isRefused } from '../api/refused-orma.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { applyRefusal } from '../live/apply-refusal.ts'
import { isOfGoneOrma } from '../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../outbox/store/outbox-photo.ts'
import { deviceStorage } from '../session/device-storage.ts'
import { useCanUpload } from '../session/use-can-upload.ts'
import { buttonClass } from '../ui/buttons/button.tsx'
import { QuietBar } from '../ui/notices/quiet-bar.tsx'
import { useFocusSeen } from '../ui/focus/use-focus-seen.ts'
import { groupToShow } from './waiting-groups.ts'
import type { WaitingGroup } from './waiting-groups.ts'
import styles from './waiting-bar.module.css'

/** The film and the slideshow fill the screen. */
const FILLS_THE_SCREEN = /^\/[^/]+\/(highlights|slideshow)(\/|$)/

interface WaitingBarProps {
  /** The user's photos on this device. */
  photos: readonly OutboxPhoto[]
}

/** Says that photos of one Orma wait, were refused or were not sent, and leads to them. */
export function WaitingBar({ photos }: WaitingBarProps) {
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  const { event_hash } = useParams({ strict: false })
  const group = groupToShow(photos, { pathname, event_hash })
  if (!group || FILLS_THE_SCREEN.test(pathname)) return null
  return <GroupBar group={group} isHere={group.eventHash === event_hash} />
}

interface GroupBarProps {
  group: WaitingGroup
  /** The page is about the group's Orma, which needs no name then. */
  isHere: boolean
}

function GroupBar({ group, isHere }: GroupBarProps) {
  const { eventHash, kind, photos, place } = group
  const bar = useRef<HTMLElement>(null)
  useFocusSeen(bar)
  const ofOrma = {
    ...eventQuery(eventHash),
    enabled: kind !== 'shared',
    // Nothing else on the page hears what becomes of another Orma.
    ...(isHere ? {} : { staleTime: 0 }),
  }
  const { data: event, error, isLoading } = useQuery(ofOrma)
  useRefusal(eventHash, error)
  const isClosed = useCanUpload(event) === false || isRefused(error)
  const isOver = isClosed || (!event && photos.some(isOfGoneOrma))
  const text = textFor(group, isOver)
  const also = group.drafts > 0 ? draftText(group.drafts, isOver) : undefined
  const name = isHere ? undefined : event?.name
  const live = useSaidOnce(`${eventHash} ${kind} ${isOver}`, [text, also].join())
  return (
    <aside className={styles.root} ref={bar}>
      <QuietBar
        icon={<Clock size={18} aria-hidden />}
        action={
          <Link
            to={place}
            className={buttonClass('plain')}
            aria-label={[text, also, name, texts.offline.showWaiting].filter(Boolean).join('. ')}
          >
            {texts.offline.showWaiting}
          </Link>
        }
      >
        <span role="status" aria-live={live}>
          {text}
          {also && <span className={`${styles.more} one-line`}>{also}</span>}
        </span>
        {(name ?? (isLoading && !isHere)) && (
          <span className={`${styles.more} ${styles.name} one-line`}>{name ?? '\u00a0'}</span>
        )}
      </QuietBar>
    </aside>
  )
}

/** `aria-live` of a text that counts: it is announced as it is when its state begins, and not again for each number. */
function useSaidOnce(state: string, text: string): 'polite' | 'off' {
  const [said, setSaid] = useState({ state, text })
  if (said.state !== state) setSaid({ state, text })
  return said.text === text ? 'polite' : 'off'
}

/** No page of the Orma need be open to hear that it is gone. */
function useRefusal(event_hash: string, error: Error | null): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (error) void applyRefusal(queryClient, event_hash, { error, storage: deviceStorage })
  }, [queryClient, event_hash, error])
}

function textFor({ kind, photos: { length } }: WaitingGroup, isOver: boolean): string {
  switch (kind) {
    case 'waiting':
      return texts.offline.waiting(length)
    case 'refused':
      return texts.offline.notUploaded(length)
    case 'draft':
      return draftText(length, isOver)
    case 'shared':
      return texts.upload.waitingForOrma(length)
  }
}

function draftText(count: number, isOver: boolean): string {
  return isOver ? texts.offline.stay(count) : texts.offline.chosen(count)
}
