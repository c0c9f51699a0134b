import { useEffect, useState } from 'react'
import { activeRegistration } from './worker-link.ts'

/**
 * Whether uploads go on in the worker when the page is closed; undefined: unknown yet. Without background sync (Safari, Firefox) a
 * worker ends soon after its last page.
 */
export function useWorkerTakesOver(): boolean | undefined {
  const [takesOver, setTakesOver] = useState<boolean>()
  useEffect(() => {
    let isGone = false
    void activeRegistration().then((registration) => {
      if (!isGone) setTakesOver(registration !== undefined && 'sync' in registration)
    })
    return () => {
      isGone = true
    }
  }, [])
  return takesOver
}
