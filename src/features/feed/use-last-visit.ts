import { useEffect, useRef, useState } from 'react'
import type { Post } from '../../../contract/entities.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { firstSeen, noteSeen, readSeen } from './feed-memory.ts'

/** Index of the first of these posts that was there at the last visit; 0: nothing is new. */
export function useLastVisit(event_hash: string, posts: readonly Post[]): number {
  const [seen] = useState(() => readSeen(deviceStorage, event_hash))
  const latest = useRef(posts)
  useEffect(() => {
    latest.current = posts
  })
  useEffect(() => {
    const note = () => {
      const newest = latest.current.find(({ status }) => status === 'COMPLETED')
      if (newest) noteSeen(deviceStorage, event_hash, { newest, seen })
    }
    window.addEventListener('pagehide', note)
    return () => {
      window.removeEventListener('pagehide', note)
      note()
    }
  }, [event_hash, seen])
  return firstSeen(posts, seen)
}
