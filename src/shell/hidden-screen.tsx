import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { HiddenNote } from '../features/reveal/hidden-note.tsx'
import { OrmaLink } from './not-found-screen.tsx'
import styles from './root-layout.module.css'

/** Shown in place of a page that is made of all photos of an Orma, or of others' ones, while a guest does not see them. */
export function HiddenScreen({ event }: { event: Event }) {
  return (
    <>
      <AppHeader title={event.name} />
      <main id="main" className={styles.hidden}>
        <HiddenNote event={event} place="page" />
        <OrmaLink event_hash={event.event_hash} text={texts.slideshow.backToOrma} />
      </main>
    </>
  )
}
