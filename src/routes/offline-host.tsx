import { useEffect } from 'react'
import { texts } from '../../contract/texts.ts'
import { watchForUpdate } from '../offline/app-update.ts'
import { driveUploads, resumeUploads } from '../offline/drivers.ts'
import { useSession } from '../session/use-session.ts'
import { showToast } from '../ui/toast.tsx'

/** The page's side of the worker: keeps uploads going from every screen and offers new versions. Shows nothing itself. */
export function OfflineHost() {
  const { status, user } = useSession()
  const userId = user?.id
  useEffect(() => driveUploads(), [])
  useEffect(() => void watchForUpdate(offerUpdate), [])
  useEffect(() => {
    if (status !== 'loading') void resumeUploads()
  }, [status, userId])
  return null
}

function offerUpdate(accept: () => void): void {
  showToast({
    text: texts.offline.updateReady,
    action: { label: texts.offline.update, onPress: accept },
    lasting: true,
  })
}
