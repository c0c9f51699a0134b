import { useRef, useState } from 'react'
import { Link } from '@tanstack/react-router'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { byteText } from '../../ui/notices/byte-text.ts'
import { Status } from '../../ui/notices/status.tsx'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { useCachedSpace } from './use-cached-space.ts'
import styles from './settings.module.css'

/** Which Ormas and photos are cached on this device, the space they take, and a button to free it. */
export function CachedSpace() {
  const { cached, free } = useCachedSpace()
  const [isFreed, setIsFreed] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const canFree = cached?.rows.some(({ isWanted, bytes }) => !isWanted && bytes > 0)
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
      {canFree && (
        <FreeButton
          onClick={() => void free().then(() => setIsFreed(true))}
          onFocusLost={() => heading.current?.focus()}
        />
      )}
    </section>
  )
}

/** Goes when it has worked. */
function FreeButton({ onClick, onFocusLost }: { onClick: () => void; onFocusLost: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  useFocusLost(button, onFocusLost)
  return (
    <Button ref={button} onClick={onClick}>
      {texts.settings.freeSpace}
    </Button>
  )
}
