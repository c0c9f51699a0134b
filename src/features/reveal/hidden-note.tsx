import { useSyncExternalStore } from 'react'
import { Hourglass, Images } from 'lucide-react'
import { Link } from '@tanstack/react-router'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { leftText, whenText } from './reveal-time.ts'
import styles from './hidden-note.module.css'

const TICK_MS = 1000

interface HiddenNoteProps {
  event: Event
  /** What is shown below it: one's own photos, nothing, or (`page`) nothing, and it is all that the page shows. */
  place: 'feed' | 'tab' | 'page'
}

/** Tells a guest when the photos of an Orma are revealed, and how long that is; or that they see their own alone. */
export function HiddenNote({ event, place }: HiddenNoteProps) {
  const { event_hash, revealAt, guestsSee } = event
  const isCollected = guestsSee === 'own'
  const moment = isCollected || revealAt === 'later' ? null : revealAt
  const isPage = place === 'page'
  const Sentence = isPage ? 'h1' : 'p'
  return (
    <section className={styles.root} aria-label={isPage ? undefined : texts.reveal.title}>
      {isCollected ? <Images aria-hidden /> : <Hourglass aria-hidden />}
      <Sentence className={styles.text}>
        {isCollected && texts.reveal.own}
        {!isCollected &&
          (moment ? texts.reveal.at(whenText(moment, Date.now())) : texts.reveal.later)}
      </Sentence>
      {moment && <Counter moment={moment} />}
      {place === 'feed' && (
        <p className="quiet">{isCollected ? texts.reveal.ownHere : texts.reveal.yours}</p>
      )}
      {place === 'tab' && (
        <Link
          to="/$event_hash"
          params={{ event_hash }}
          hash=""
          className={buttonClass('quiet', texts.reveal.seeYours)}
        >
          {texts.reveal.seeYours}
        </Link>
      )}
    </section>
  )
}

/** Read out where somebody goes to it, and not at each change. */
function Counter({ moment }: { moment: string }) {
  const left = useSyncExternalStore(onTick, () => leftText(moment, Date.now()))
  return (
    <p className={styles.left} role="timer" aria-live="off">
      {left}
    </p>
  )
}

function onTick(listener: () => void) {
  const timer = setInterval(listener, TICK_MS)
  return () => clearInterval(timer)
}
