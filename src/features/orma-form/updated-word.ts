import { texts } from '../../../contract/texts.ts'
import { tabStorage } from '../../session/device-storage.ts'
import { ageText } from '../../ui/age-text.ts'
import { showToast } from '../../ui/toast.tsx'

const KEY = 'updated'

/** Notes that an Orma is about to be shown anew because it was changed here. */
export function noteUpdate(event_hash: string): void {
  tabStorage.setItem(KEY, JSON.stringify([event_hash, Date.now()]))
}

/** Tells whoever has just changed an Orma that it is saved, once. */
export function sayUpdated(event_hash: string): void {
  const [updated, at] = JSON.parse(tabStorage.getItem(KEY) ?? '[]') as [string?, number?]
  if (updated !== event_hash || at === undefined) return
  tabStorage.removeItem(KEY)
  showToast({ text: texts.offline.lastUpdated(ageText(at, Date.now())) })
}
