import { Suspense } from 'react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import type { Event } from '../../contract/entities.ts'
import { canUpload } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import { EventBanner } from '../features/event/event-banner.tsx'
import { eventQuery } from '../features/event/event-query.ts'
import { LiveFeed } from '../features/feed/live-feed.tsx'
import { AppHeader } from '../features/header/app-header.tsx'
import { useUploads } from '../offline/use-uploads.ts'
import { useRememberVisit } from '../session/use-remember-visit.ts'
import { useSession } from '../session/use-session.ts'
import { useDocumentTitle } from '../ui/document-title.ts'
import { PillButton } from '../ui/pill-button.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { lateComponent } from './late-component.tsx'
import { MenuButton } from './menu-button.tsx'

const EventActions = lateComponent(async () => (await import('./event-extras.tsx')).EventActions)
const PhotoCapture = lateComponent(async () => (await import('./event-extras.tsx')).PhotoCapture)

const TABS = [{ id: 'feed', text: texts.event.liveFeed }] as const

const route = getRouteApi('/$event_hash')

/** `/{event_hash}`. */
export function EventPage() {
  const { event_hash } = route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(event_hash))
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
        <EventBanner event={event} />
        <Tabs
          label={texts.event.tabs}
          tabs={TABS}
          current="feed"
          link={(_id, slot) => <Link to="." hash="" {...slot} />}
        />
        <LiveFeed key={event_hash} event_hash={event_hash} />
        <AddPhotos event={event} />
      </main>
    </>
  )
}

/** The way to more photos, with a ring that closes as waiting ones go up. */
function AddPhotos({ event }: { event: Event }) {
  const { event_hash } = event
  const { user, status } = useSession()
  const { progress } = useUploads(event_hash)
  if (!canUpload(event, user?.id, Date.now())) return null
  const to = status === 'signed-out' ? '/$event_hash/login' : '/$event_hash/upload'
  return (
    <PillButton
      text={texts.event.upload}
      icon={<ImagePlus />}
      progress={progress}
      beside={
        <Suspense>
          <PhotoCapture event_hash={event_hash} />
        </Suspense>
      }
      link={(slot) => <Link to={to} params={{ event_hash }} {...slot} />}
    />
  )
}
