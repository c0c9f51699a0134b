import { useEffect, useState } from 'react'
import { activeRegistration } from '../../worker/worker-link.ts'

/**
 * Whether uploads go on in the worker when the page is closed; undefined: unknown yet. Without background sync (Safari, Firefox) a
 * worker ends soon after its last page.
 */
export function useBackgroundSync(): boolean | undefined {
  const [hasSync, setHasSync] = useState<boolean>()
  useEffect(() => {
    let isGone = false
    void activeRegistration().then((registration) => {
      if (!isGone) setHasSync(registration !== undefined && 'sync' in registration)
    })
    return () => {
      isGone = true
    }
  }, [])
  return hasSync
}
