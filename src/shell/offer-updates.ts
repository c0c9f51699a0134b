import { texts } from '../../contract/texts.ts'
import { isUnsent } from '../outbox/store/outbox-photo.ts'
import { currentUploads } from '../outbox/page/upload-store.ts'
import { showToast } from '../ui/toast.tsx'
import { watchForUpdate } from '../worker/app-update.ts'
import { holdPage } from '../worker/busy.ts'

const CHOOSING_PATH = /\/upload$/

/** Offers new releases of the app for as long as the page lives. */
export function offerUpdates(): void {
  holdPage(() => currentUploads().photos.some((photo) => photo.isInMemory && isUnsent(photo)))
  void watchForUpdate({ onReady: offerUpdate, isUploading })
}

function offerUpdate(accept: () => void): void {
  showToast({
    text: texts.offline.updateReady,
    action: { label: texts.offline.update, onPress: accept },
    lasting: true,
  })
}

function isUploading(): boolean {
  const isChoosing = CHOOSING_PATH.test(location.pathname)
  return currentUploads().photos.some(
    (photo) => photo.state === 'sending' || (photo.state === 'draft' && isChoosing),
  )
}
