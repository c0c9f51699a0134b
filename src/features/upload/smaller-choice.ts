import { deviceStorage } from '../../session/device-storage.ts'

const KEY = 'smaller_photos'

/** Whether this guest has chosen to send smaller photos from this device. */
export function wantsSmaller(): boolean {
  return deviceStorage.getItem(KEY) === 'yes'
}

export function storeSmallerChoice(isSmaller: boolean): void {
  if (isSmaller) deviceStorage.setItem(KEY, 'yes')
  else deviceStorage.removeItem(KEY)
}
