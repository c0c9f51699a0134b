import { texts } from '../../../contract/texts.ts'
import { tabStorage } from '../../session/device-storage.ts'
import { showToast } from '../../ui/notices/toast.tsx'

const KEY = 'updated'

/** Notes that the page of an Orma is about to be reloaded because it was changed here. */
export function markUpdated(event_hash: string): void {
  tabStorage.setItem(KEY, event_hash)
}

/** Tells the user, once, that the Orma they have just changed is saved. Gives whether it did. */
export function showUpdated(event_hash: string): boolean {
  if (tabStorage.getItem(KEY) !== event_hash) return false
  tabStorage.removeItem(KEY)
  showToast({ text: texts.edit.saved })
  return true
}
