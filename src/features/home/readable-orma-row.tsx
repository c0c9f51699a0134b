import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { listReadableOrmas } from '../../cache/cached-ormas.ts'
import { OrmaRow } from './orma-row.tsx'

/** What can be opened where a page cannot, because there is no network: nothing where there is nothing. */
export function ReadableOrmas() {
  const [ormas, setOrmas] = useState<readonly Event[]>([])
  useEffect(() => {
    // Storage in trouble has nothing to offer.
    listReadableOrmas().then(setOrmas, () => undefined)
  }, [])
  if (ormas.length === 0) return null
  return (
    <section className="page page-wide">
      <OrmaRow title={texts.offline.canBeOpened} ormas={ormas} />
    </section>
  )
}
