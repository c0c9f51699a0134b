import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { forgetOrmaImages } from '../../device/kept-images.ts'
import { imageAllowance, imageSpaceOf } from '../../device/kept-image-space.ts'
import { listKeptOrmas } from '../../device/kept-ormas.ts'
import { queryKeys } from '../../device/query-keys.ts'
import { readKept } from '../../device/read-kept.ts'

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
    for (const { event_hash } of leaving) await forgetOrmaImages(event_hash)
    setKept(await count())
  }
  return { kept, free }
}

async function count(): Promise<KeptSummary> {
  const rows: KeptRow[] = []
  for (const { event_hash, isWanted } of await listKeptOrmas()) {
    const event = (await readKept(queryKeys.event(event_hash)))?.data as Event | undefined
    if (event)
      rows.push({ event_hash, name: event.name, isWanted, ...(await imageSpaceOf(event_hash)) })
  }
  return {
    rows,
    photos: rows.reduce((sum, { photos }) => sum + photos, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    allowance: await imageAllowance(),
  }
}
