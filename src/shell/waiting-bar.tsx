import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useRouterState } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import { texts } from '../../contract/texts.ts'
import { isRefused } from '../api/refused-orma.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { applyRefusal } from '../live/apply-refusal.ts'
import { isOfGoneOrma, isUnsent, isWithoutOrma } from '../outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../outbox/store/outbox-photo.ts'
import { countOf } from '../outbox/page/count-of.ts'
import { deviceStorage } from '../session/device-storage.ts'
import { useCanUpload } from '../session/use-can-upload.ts'
import { buttonClass } from '../ui/buttons/button.tsx'
import { QuietBar } from '../ui/notices/quiet-bar.tsx'
import { useFocusSeen } from '../ui/focus/use-focus-seen.ts'
import styles from './waiting-bar.module.css'
import { SHARE } from '../../contract/routes.ts'

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
  useHeight(bar)
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
  const also = group.drafts.length > 0 ? draftText(countOf(group.drafts), isOver) : undefined
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
          <span className={`${styles.more} one-line`}>{name ?? '\u00a0'}</span>
        )}
      </QuietBar>
    </aside>
  )
}

/** Tells the styles how high the bar is: its words wrap where letters are large, and what floats stands above it. */
function useHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = bar
    if (!current) return undefined
    const measure = () =>
      document.documentElement.style.setProperty('--waiting', `${current.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [bar])
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

function textFor({ kind, photos }: WaitingGroup, isOver: boolean): string {
  const count = countOf(photos)
  switch (kind) {
    case 'waiting':
      return texts.offline.waiting(count)
    case 'refused':
      return texts.offline.notUploaded(count)
    case 'draft':
      return draftText(count, isOver)
    case 'shared':
      return texts.upload.waitingForOrma(count)
  }
}

function draftText(count: ReturnType<typeof countOf>, isOver: boolean): string {
  return isOver ? texts.offline.stay(count) : texts.offline.chosen(count)
}

/** What the bar says of an Orma's photos, the most urgent first. */
const KINDS = ['waiting', 'refused', 'draft', 'shared'] as const

/** `waiting`: queued. `draft`: chosen, not queued. `shared`: from a gallery, without an Orma. */
type WaitingKind = (typeof KINDS)[number]

/** An Orma's photos of its most urgent kind. */
interface WaitingGroup {
  eventHash: string
  kind: WaitingKind
  photos: readonly OutboxPhoto[]
  /** Those that were also chosen for it and not queued, where it is time to be reminded of them. */
  drafts: readonly OutboxPhoto[]
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
      const drafts = kind === 'draft' ? [] : ofKind('draft')
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
