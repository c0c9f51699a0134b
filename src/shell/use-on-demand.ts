import { useCallback, useState } from 'react'
import type { ComponentType } from 'react'
import { texts } from '../../contract/texts.ts'
import { isSilent } from '../api/contact.ts'
import { showAlert } from '../ui/alerts.tsx'

/**
 * A component whose script is loaded by the press that opens it. A failure is shown, and the next press tries again. `load`:
 * always the same function.
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [component, setComponent] = useState<ComponentType<Props>>()
  const ask = useCallback(async (): Promise<boolean> => {
    try {
      const loaded = await load()
      setComponent(() => loaded)
      return true
    } catch {
      // The line is dead, or the server has a newer release.
      const isOffline = !navigator.onLine || isSilent()
      showAlert(isOffline ? texts.offline.offline : texts.session.failed)
      return false
    }
  }, [load])
  return [component, ask] as const
}
