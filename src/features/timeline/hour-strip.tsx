import { useEffect, useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { texts } from '../../../contract/texts.ts'
import { useTiles } from '../../cache/page/use-posts.ts'
import type { Post } from '../../../contract/entities.ts'
import { postName } from '../../photos/post-name.ts'
import { Thumb } from '../../photos/thumb.tsx'
import { VideoLength } from '../../photos/video-length.tsx'
import { useStableOrder } from '../../ui/layout/use-stable-order.ts'
import { whenNear } from '../../ui/layout/when-near.ts'
import { hourText, timeslotQuery } from './timeline-queries.ts'
import styles from './timeline.module.css'

/** As many as fit in a row of a wide window; phones show fewer. */
const PHOTOS = 8
const NONE: readonly Post[] = []

export interface Slot {
  timeslot: string
  count: number
  cover: string
}

interface HourStripProps {
  event_hash: string
  slot: Slot
  /** Whether videos may be among what its count counts. */
  hasVideos: boolean
}

/** An hour's name, a link to all of its photos, and the first ones, which are asked for when the strip comes near. */
export function HourStrip({
  event_hash,
  slot: { timeslot, count, cover },
  hasVideos,
}: HourStripProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => whenNear(heading.current, () => setIsNear(true)), [])
  const { data, isStale } = useInfiniteQuery({
    ...timeslotQuery(event_hash, timeslot),
    enabled: isNear,
  })
  const posts = useTiles(data?.pages[0])
  // From the server's first answer on a photo that comes must not move the others under a thumb: it gets a place that is free, or
  // one at the next look.
  const [isHeard, setIsHeard] = useState(false)
  // What is not asked for is never stale.
  if (!isHeard && isNear && data && !isStale) setIsHeard(true)
  const kept = useStableOrder(isHeard ? posts : NONE)
  const first = (isHeard ? kept : posts).slice(0, PHOTOS)
  const { hour } = hourText(timeslot)
  return (
    <>
      <h3 ref={heading}>
        <Link to="/$event_hash/timeslot/$timeslot" params={{ event_hash, timeslot }}>
          {hour}
          <span className="quiet small">{texts.event.photoCount(count, hasVideos)}</span>
          <ChevronRight aria-hidden />
        </Link>
      </h3>
      <ul className={styles.strip}>
        {first.map((post) => (
          <li key={post.id}>
            <Link
              to="/$event_hash/post/$id"
              params={{ event_hash, id: String(post.id) }}
              state={{ list: { kind: 'hour', timeslot } }}
              preload={false}
            >
              <Thumb
                src={post.compressed_url}
                alt={postName(post)}
                thumbhash={post.thumbhash}
                width={post.width}
                height={post.height}
              >
                <VideoLength post={post} />
              </Thumb>
            </Link>
          </li>
        ))}
        {!data && (
          <li aria-hidden>
            <Thumb src={cover} alt="" />
          </li>
        )}
      </ul>
    </>
  )
}
