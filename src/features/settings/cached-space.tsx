import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/button.tsx'
import { byteText } from '../../ui/byte-text.ts'
import { useCachedSpace } from './use-cached-space.ts'

/** Which Ormas and photos are cached on this device, the space they take, and a button to free it. */
export function CachedSpace() {
  const { cached, free } = useCachedSpace()
  const [isFreed, setIsFreed] = useState(false)
  const canFree = cached?.rows.some(({ isWanted, bytes }) => !isWanted && bytes > 0)
  return (
    <section className="stack" aria-labelledby="cached">
      <h2 id="cached">{texts.settings.onThisPhone}</h2>
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
            <ul className="st-list">
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
      <p role="status" className="quiet">
        {isFreed && texts.settings.freed}
      </p>
      {canFree && (
        <Button onClick={() => void free().then(() => setIsFreed(true))}>
          {texts.settings.freeSpace}
        </Button>
      )}
    </section>
  )
}
