import { useState } from 'react'
import { Link } from '@tanstack/react-router'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/button.tsx'
import { byteText } from '../../ui/byte-text.ts'
import { useKept } from './use-downloaded.ts'

/** Ormas and photos that lie on this device, what they take, and how to make room. */
export function KeptSpace() {
  const { kept, free } = useKept()
  const [isFreed, setIsFreed] = useState(false)
  const canFree = kept?.rows.some(({ isWanted, bytes }) => !isWanted && bytes > 0)
  return (
    <section className="stack" aria-labelledby="kept">
      <h2 id="kept">{texts.settings.onThisPhone}</h2>
      {kept && (
        <>
          <p>
            {kept.rows.length === 0
              ? texts.settings.nothingKept
              : texts.settings.kept(kept.rows.length, kept.photos)}
          </p>
          <p className="quiet">
            {texts.settings.used(byteText(kept.bytes), byteText(kept.allowance))}
          </p>
          {kept.rows.length > 0 && (
            <ul className="st-list">
              {kept.rows.map(({ event_hash, name, isWanted, bytes }) => (
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
