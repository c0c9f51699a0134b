import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { listReadableOrmas } from '../../cache/cached-ormas.ts'
import { OrmaRow } from './orma-row.tsx'

/** The Ormas that open without a network, shown where a page cannot; nothing where there are none. */
export function ReadableOrmas() {
  const [ormas, setOrmas] = useState<readonly Event[]>([])
  useEffect(() => {
    // Storage in trouble counts as empty.
    listReadableOrmas().then(setOrmas, () => undefined)
  }, [])
  if (ormas.length === 0) return null
  return (
    <section className="page page-wide">
      <OrmaRow title={texts.offline.canBeOpened} ormas={ormas} />
    </section>
  )
}
