import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { cardDay } from '../../../contract/display-day.ts'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import type { RecentOrma } from '../../device/recent-ormas.ts'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { Card, CardRow } from '../../ui/layout/card.tsx'
import { duskStyle } from '../../ui/style/dusk-style.ts'
import { Skeleton } from '../../ui/notices/skeleton.tsx'
import styles from './home.module.css'

/** Placeholders shown while the list is on its way. */
const PLACES = [1, 2, 3]

interface OrmaRowProps {
  title: string
  /** The title is the page's heading already. */
  isHeadless?: boolean
  /** All in view, in as many rows as needed. */
  wrap?: boolean
  /** Absent while they are loading. */
  ormas: readonly ListedOrma[] | undefined
  /** Shown below an Orma's card. */
  noteOf?: (orma: ListedOrma) => ReactNode
  /** Shown over it. */
  newsOf?: (orma: ListedOrma, at: number) => ReactNode
}

/** Only its organisers are told that an Orma is paused. */
export type ListedOrma = RecentOrma &
  Partial<Pick<Event, 'paused' | 'pausedByHost' | 'userId' | 'organisers'>>

/** Ormas side by side under a heading. */
export function OrmaRow({ title, isHeadless, wrap, ormas, noteOf, newsOf }: OrmaRowProps) {
  return (
    <>
      {!isHeadless && <h2>{title}</h2>}
      {ormas?.length === 0 && <p className="quiet">{texts.home.empty}</p>}
      {ormas && ormas.length > 0 && (
        <CardRow label={title} wrap={wrap}>
          {ormas.map((orma, index) => (
            <li key={orma.event_hash} className={styles.item} style={duskStyle(orma.event_hash)}>
              <OrmaCard orma={orma} eager={index < PLACES.length} />
              {newsOf?.(orma, index)}
              {noteOf?.(orma)}
            </li>
          ))}
        </CardRow>
      )}
      {!ormas && (
        <CardRow label={texts.common.loading}>
          {PLACES.map((place) => (
            <li key={place} className={styles.place}>
              <Skeleton ratio={3 / 4} />
            </li>
          ))}
        </CardRow>
      )}
    </>
  )
}

function OrmaCard({ orma, eager }: { orma: RecentOrma; eager: boolean }) {
  return (
    <Card
      title={orma.name}
      src={orma.event_profile_image_url}
      eager={eager}
      link={(slot) => <Link to="/$event_hash" params={{ event_hash: orma.event_hash }} {...slot} />}
    >
      {cardDay(orma.event_date)}
    </Card>
  )
}

/** Leads to the form of a new Orma. */
export function CreateLink() {
  return (
    <Link to="/create/orma" className={buttonClass('filled')}>
      <Plus size={20} aria-hidden />
      {texts.home.create}
    </Link>
  )
}
