import type { ReactNode } from 'react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { readWishes } from '../features/slideshow/moods.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { HiddenScreen } from '../shell/hidden-screen.tsx'
import { useSeesAll } from '../session/use-sees-all.ts'
import { OrmaLink } from '../shell/not-found-screen.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Message } from '../ui/notices/message.tsx'
import { useDesktop } from '../ui/layout/use-desktop.ts'

/** Some browsers on TVs have no pointer, and count a pixel as two. No phone is so wide. */
const SCREEN_MIN_PX = 960

interface SlideshowScreenProps {
  event_hash: string
  title: string
  /** Said where the screen is too small. */
  refusal: string
  children: (event: Event) => ReactNode
}

/** The frame of the slideshow and its selection: dark, desktop only, for one Orma. */
export function SlideshowScreen({ event_hash, title, refusal, children }: SlideshowScreenProps) {
  const { data: event } = useSuspenseQuery(eventQuery(event_hash))
  const isDesktop = useDesktop()
  const starts = useLocation({ select: ({ searchStr }) => readWishes(searchStr).starts })
  useDocumentTitle(`${title} · ${event.name}`)
  const seesAll = useSeesAll(event)
  if (!seesAll) return <HiddenScreen event={event} />
  if (isDesktop || (starts && innerWidth >= SCREEN_MIN_PX))
    return <div className="night">{children(event)}</div>
  const back = <OrmaLink event_hash={event_hash} text={texts.slideshow.backToOrma} />
  return (
    <>
      <AppHeader title={event.name} />
      <main id="main">
        <Message title drawing="screen" action={back}>
          {refusal}
        </Message>
      </main>
    </>
  )
}
