import { useState } from 'react'
import type { ComponentType } from 'react'
import { texts } from '../../contract/texts.ts'
import { showAlert } from '../ui/alerts.tsx'

/**
 * A component whose script is fetched when it is asked for, and not kept for offline use. Asking again tries again; that it cannot be
 * had is said.
 */
export function useOnDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  const [loaded, setLoaded] = useState<{ component: ComponentType<Props> }>()
  const ask = async (): Promise<boolean> => {
    try {
      setLoaded({ component: loaded?.component ?? (await load()) })
      return true
    } catch {
      // A dead line, or a server that has a newer version of it by now.
      showAlert(navigator.onLine ? texts.session.failed : texts.offline.offline)
      return false
    }
  }
  return [loaded?.component, ask] as const
}
