import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Post } from '../../../contract/entities.ts'
import { LOAD_MORE_MARGIN_PX } from '../../../contract/limits.ts'

/** Enough for a large screen; each step adds as many. */
const AT_ONCE = 40

/** The first of many posts, and more when their end comes near: thousands may be flagged, and one answer has them all. */
export function useShownMore(posts: readonly Post[] = []): {
  shown: readonly Post[]
  /** To be rendered after the posts while there are more. */
  end: ReactNode
} {
  const [count, setCount] = useState(AT_ONCE)
  const hasMore = posts.length > count
  const end = hasMore && <End key={count} onNear={() => setCount(count + AT_ONCE)} />
  return { shown: hasMore ? posts.slice(0, count) : posts, end }
}

function End({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const onNearNow = useEffectEvent(onNear)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNearNow(), {
      rootMargin: `${LOAD_MORE_MARGIN_PX}px`,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} />
}
