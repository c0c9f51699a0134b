import { useCallback, useState } from 'react'
import { texts } from '../../contract/texts.ts'
import { isSilent } from '../api/contact.ts'
import { showAlert } from '../ui/dialogs/alerts.tsx'

/**
 * For a late piece that a press opens: whether its script is there, and a function that loads it. That says where it fails, and
 * gives false; the next press tries again.
 */
export function useOnDemand({ preload }: { preload: () => Promise<void> }) {
  const [isThere, setIsThere] = useState(false)
  const ask = useCallback(async (): Promise<boolean> => {
    try {
      await preload()
      setIsThere(true)
      return true
    } catch {
      // The line is dead, or the server has a newer release.
      const isOffline = !navigator.onLine || isSilent()
      showAlert(isOffline ? texts.offline.offline : texts.session.failed)
      return false
    }
  }, [preload])
  return [isThere, ask] as const
}
