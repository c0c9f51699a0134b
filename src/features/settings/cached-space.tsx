import { useEffect, useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { readAnswer } from '../../cache/answers.ts'
import { listCachedOrmas } from '../../cache/cached-ormas.ts'
import {
  countCachedPhotos,
  forgetOrmaPictures,
  pictureBytesOf,
} from '../../cache/cached-pictures.ts'
import { pictureQuota } from '../../cache/picture-quota.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { byteText } from '../../ui/notices/byte-text.ts'
import { Status } from '../../ui/notices/status.tsx'
import styles from './settings.module.css'

type CachedSummary = Awaited<ReturnType<typeof count>>

/** Which Ormas and photos are cached on this device, the space they take, and a button to free it. */
export function CachedSpace() {
  const [cached, setCached] = useState<CachedSummary>()
  const [isFreed, setIsFreed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // What cannot be counted is not shown.
  useEffect(() => void count().then(setCached, () => undefined), [])
  const freeable = cached?.rows.filter(({ isWanted }) => !isWanted) ?? []
  /** Forgets the pictures of all Ormas that are not downloaded. */
  const free = async () => {
    for (const { event_hash } of freeable) await forgetOrmaPictures(event_hash)
    // The button goes.
    heading.current?.focus()
    setCached(await count())
    setIsFreed(true)
  }
  return (
    <section className="stack" aria-labelledby="cached">
      <h2 ref={heading} id="cached" tabIndex={-1}>
        {texts.settings.onThisPhone}
      </h2>
      {cached && (
        <>
          <p>
            {cached.rows.length === 0
              ? texts.settings.nothingCached
              : texts.settings.cached(cached.rows.length, cached.photos)}
          </p>
          <p className="quiet">
            {texts.settings.used(byteText(cached.bytes), byteText(cached.allowance))}
          </p>
          {cached.rows.length > 0 && (
            <ul className={styles.list}>
              {cached.rows.map(({ event_hash, name, isWanted, bytes }) => (
                <li key={event_hash}>
                  <Link to="/$event_hash" params={{ event_hash }}>
                    {name}
                  </Link>
                  <span className="quiet small">
                    {[isWanted && texts.settings.staysHere, byteText(bytes)]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
      <Status className="quiet">{isFreed && texts.settings.freed}</Status>
      {freeable.some(({ bytes }) => bytes > 0) && (
        <Button onClick={() => void free()}>{texts.settings.freeSpace}</Button>
      )}
    </section>
  )
}

async function count() {
  const rows: { event_hash: string; name: string; isWanted: boolean; bytes: number }[] = []
  let photos = 0
  for (const { event_hash, isWanted } of await listCachedOrmas()) {
    const event = (await readAnswer(queryKeys.event(event_hash)))?.data as Event | undefined
    if (!event) continue
    const bytes = await pictureBytesOf(event_hash)
    rows.push({ event_hash, name: event.name, isWanted, bytes })
    photos += await countCachedPhotos(event_hash)
  }
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  return { rows, photos, bytes, allowance: await pictureQuota() }
}
