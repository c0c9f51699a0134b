import { Suspense, useRef } from 'react'
import type { MouseEvent } from 'react'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import type { Event } from '../../contract/entities.ts'
import { canUpload, windowEnd } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import { EVENT_TABS } from '../features/event/event-tabs.ts'
import { EventBanner } from '../features/event/event-banner.tsx'
import { eventQuery } from '../features/event/event-query.ts'
import { LiveFeed } from '../features/feed/live-feed.tsx'
import { useIsOrganiser } from '../features/feed/use-feed-switches.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { readStripHeight } from '../features/review/strip-height.ts'
import { useNoContact } from '../live/use-no-contact.ts'
import { useUploadProgress } from '../outbox/page/published-uploads.ts'
import { deviceStorage } from '../session/device-storage.ts'
import { useRememberVisit } from '../session/visits.ts'
import { useCanUpload } from '../session/use-can-upload.ts'
import { useSession } from '../session/use-session.ts'
import { Coming } from '../ui/notices/coming.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { PillButton } from '../ui/buttons/pill-button.tsx'
import { QuietBar } from '../ui/notices/quiet-bar.tsx'
import { Spinner } from '../ui/notices/spinner.tsx'
import { Status } from '../ui/notices/status.tsx'
import { Tabs } from '../ui/layout/tabs.tsx'
import { useOpenAfterFrame } from '../ui/layout/use-open-after-frame.ts'
import { MenuButton } from '../shell/menu-button.tsx'
import {
  BannerAccent,
  EventActions,
  HighlightCards,
  OrganisersNotices,
  PhotoCapture,
  RevealNote,
  ReviewStrip,
  TimelineTab,
} from './event-pieces.ts'
import { useOwnLocation } from './own-location.ts'

/** A tab's script that this device has is there by then; where it says so sooner, it flashes. */
const SCRIPT_WITHIN_MS = 2_500

const route = getRouteApi('/$event_hash')

/** `/{event_hash}`. */
export function EventPage() {
  const { event_hash } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(event_hash))
  const { hash } = useOwnLocation()
  const tab = EVENT_TABS.some(({ id }) => id === hash) ? hash : ''
  const canAdd = useCanUpload(event)
  const banner = useRef<HTMLImageElement>(null)
  useDocumentTitle(event.name)
  useRememberVisit(event)
  return (
    <>
      <AppHeader
        over="banner"
        title={event.name}
        picture={event.event_profile_image_url ?? undefined}
        menu={<MenuButton />}
        actions={
          <Suspense>
            <EventActions event={event} />
          </Suspense>
        }
      />
      <main id="main">
        <EventBanner event={event} imageRef={banner} />
        {event.owner && (
          <Suspense>
            <OrganisersNotices event={event} />
          </Suspense>
        )}
        <UploadsClosed event={event} canAdd={canAdd} />
        <Suspense>
          <BannerAccent key={event.event_banner_url} event_hash={event_hash} of={banner} />
        </Suspense>
        <Tabs label={texts.event.tabs} tabs={EVENT_TABS} current={tab} />
        <Suspense>
          <RevealNote event={event} isFeed={tab === ''} />
        </Suspense>
        {tab === '' ? (
          <>
            <ForReview event={event} />
            <LiveFeed key={event_hash} event={event} />
          </>
        ) : (
          <Suspense fallback={<TabIsComing />}>
            {tab === 'timeline' ? <TimelineTab event={event} /> : <HighlightCards event={event} />}
          </Suspense>
        )}
        {canAdd && <AddPhotos event={event} />}
      </main>
    </>
  )
}

/** The flagged photos, for organisers alone. They have the place that they had, before they are there. */
function ForReview({ event }: { event: Event }) {
  const { user, token } = useSession()
  const { event_hash, reviewAll } = event
  if (!useIsOrganiser(event)) return null
  const place = <div style={{ height: readStripHeight(deviceStorage, event_hash) }} />
  if (!user) return place
  return (
    <Suspense fallback={place}>
      <ReviewStrip
        key={event_hash}
        event_hash={event_hash}
        userId={user.id}
        token={token}
        reviewAll={reviewAll}
      />
    </Suspense>
  )
}

/** A tab whose script is loading, or cannot be loaded now. */
function TabIsComing() {
  return (
    <Coming words={useNoContact() && texts.offline.notHere} readWithinMs={SCRIPT_WITHIN_MS}>
      <Spinner label={texts.common.loading} />
    </Coming>
  )
}

/** Says that uploads are closed where the owner has closed them; of an old Orma nobody expects to add photos. */
function UploadsClosed({ event, canAdd }: { event: Event; canAdd: boolean | undefined }) {
  const now = Date.now()
  const areOpen = canAdd === undefined || canUpload(event, undefined, now)
  const { uploadsClosed, uploadsClosedForGuests } = texts.event
  return (
    <Status>
      {!areOpen && now < windowEnd(event) && (
        <QuietBar>{canAdd ? uploadsClosedForGuests : uploadsClosed}</QuietBar>
      )}
    </Status>
  )
}

/** The button to add photos, with a ring for the progress of uploads. */
function AddPhotos({ event }: { event: Event }) {
  const { event_hash } = event
  const { status } = useSession()
  const progress = useUploadProgress(event_hash)
  const router = useRouter()
  const openAfterFrame = useOpenAfterFrame()
  const to = status === 'signed-out' ? '/$event_hash/login' : '/$event_hash/upload'
  const params = { event_hash }
  const open = (event: MouseEvent) => openAfterFrame(event, () => router.navigate({ to, params }))
  return (
    <PillButton
      text={event.allowVideos ? texts.event.uploadAny : texts.event.upload}
      icon={<ImagePlus />}
      progress={progress}
      beside={
        <Suspense>
          <PhotoCapture event_hash={event_hash} />
        </Suspense>
      }
      link={(slot) => <Link to={to} params={params} onClick={open} {...slot} />}
    />
  )
}
