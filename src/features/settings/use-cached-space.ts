import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { readAnswer } from '../../cache/answers.ts'
import { listCachedOrmas } from '../../cache/cached-ormas.ts'
import { pictureQuota } from '../../cache/picture-quota.ts'
import {
  countCachedPhotos,
  forgetOrmaPictures,
  pictureBytesOf,
} from '../../cache/cached-pictures.ts'
import { queryKeys } from '../../cache/query-keys.ts'

interface CachedRow {
  event_hash: string
  name: string
  isWanted: boolean
  photos: number
  bytes: number
}

interface CachedSummary {
  rows: readonly CachedRow[]
  photos: number
  bytes: number
  allowance: number
}

/**
 * What is cached on this device; undefined until it is counted. `free` forgets the pictures of all Ormas that are not downloaded.
 */
export function useCachedSpace() {
  const [cached, setCached] = useState<CachedSummary>()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') count().then(setCached, () => undefined)
    }
    look()
    // Another tab may have cached more meanwhile.
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const free = async () => {
    const leaving = cached?.rows.filter(({ isWanted }) => !isWanted) ?? []
    for (const { event_hash } of leaving) await forgetOrmaPictures(event_hash)
    setCached(await count())
  }
  return { cached, free }
}

async function count(): Promise<CachedSummary> {
  const rows: CachedRow[] = []
  for (const { event_hash, isWanted } of await listCachedOrmas()) {
    const event = (await readAnswer(queryKeys.event(event_hash)))?.data as Event | undefined
    if (!event) continue
    const photos = await countCachedPhotos(event_hash)
    const bytes = await pictureBytesOf(event_hash)
    rows.push({ event_hash, name: event.name, isWanted, photos, bytes })
  }
  return {
    rows,
    photos: rows.reduce((sum, { photos }) => sum + photos, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    allowance: await pictureQuota(),
  }
}
