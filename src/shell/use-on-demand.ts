import { useCallback, useState } from 'react'
import type { ComponentType } from 'react'
import { texts } from '../../contract/texts.ts'
import { isSilent } from '../api/contact.ts'
import { showAlert } from '../ui/alerts.tsx'

/**
 * A component whose script is fetched when it is asked for: with the press that opens it. Asking again tries again; that it cannot
 * be had is said. `load`: always the same function.
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [component, setComponent] = useState<ComponentType<Props>>()
  const ask = useCallback(async (): Promise<boolean> => {
    try {
      const loaded = await load()
      setComponent(() => loaded)
      return true
    } catch {
      // A dead line, or a server that has a newer version of it by now.
      const isOffline = !navigator.onLine || isSilent()
      showAlert(isOffline ? texts.offline.offline : texts.session.failed)
      return false
    }
  }, [load])
  return [component, ask] as const
}
