import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { readAnswer } from '../../cache/answers.ts'
import { listCachedOrmas } from '../../cache/cached-ormas.ts'
import { pictureAllowance } from '../../cache/picture-room.ts'
import { forgetOrmaPictures, pictureSpaceOf } from '../../cache/cached-pictures.ts'
import { queryKeys } from '../../cache/query-keys.ts'

export interface KeptRow {
  event_hash: string
  name: string
  isWanted: boolean
  photos: number
  bytes: number
}

export interface KeptSummary {
  rows: readonly KeptRow[]
  photos: number
  bytes: number
  allowance: number
}

/** What is kept on this device; undefined until it is counted. `free` takes away the pictures of what nobody wants to stay. */
export function useKept() {
  const [kept, setKept] = useState<KeptSummary>()
  useEffect(() => void count().then(setKept, () => undefined), [])
  const free = async () => {
    const leaving = kept?.rows.filter(({ isWanted }) => !isWanted) ?? []
    for (const { event_hash } of leaving) await forgetOrmaPictures(event_hash)
    setKept(await count())
  }
  return { kept, free }
}

async function count(): Promise<KeptSummary> {
  const rows: KeptRow[] = []
  for (const { event_hash, isWanted } of await listCachedOrmas()) {
    const event = (await readAnswer(queryKeys.event(event_hash)))?.data as Event | undefined
    if (event)
      rows.push({ event_hash, name: event.name, isWanted, ...(await pictureSpaceOf(event_hash)) })
  }
  return {
    rows,
    photos: rows.reduce((sum, { photos }) => sum + photos, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    allowance: await pictureAllowance(),
  }
}
