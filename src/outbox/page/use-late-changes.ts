import { useEffect, useState } from 'react'
import { startLate } from '../../worker/start-late.ts'
import type { ShownChange } from './upload-store.ts'

/** On a first visit there are none. */
const NONE: readonly ShownChange[] = []

/** `useWaitingChanges` for pages whose first script must not carry it: it is loaded later. */
export function useLateChanges(): readonly ShownChange[] {
  const [changes, setChanges] = useState(NONE)
  useEffect(
    () =>
      startLate(async () => {
        const { followChanges } = await import('./follow-uploads.ts')
        return () => followChanges((told) => setChanges(told.length > 0 ? told : NONE))
      }),
    [],
  )
  return changes
}
