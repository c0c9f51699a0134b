import { texts } from '../../../contract/texts.ts'
import { tabStorage } from '../../session/device-storage.ts'
import { showToast } from '../../ui/toast.tsx'

const KEY = 'updated'

/** Notes that an Orma is about to be shown anew because it was changed here. */
export function noteUpdate(event_hash: string): void {
  tabStorage.setItem(KEY, event_hash)
}

/** Tells whoever has just changed an Orma that it is saved, once. */
export function sayUpdated(event_hash: string): void {
  if (tabStorage.getItem(KEY) !== event_hash) return
  tabStorage.removeItem(KEY)
  showToast({ text: texts.edit.saved })
}
