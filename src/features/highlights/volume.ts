import { PLAYER } from '../../../contract/limits.ts'
import { deviceStorage } from '../../session/device-storage.ts'

const KEY = 'volume'

/** The volume of films on this device, 0 to 1. */
export function savedVolume(): number {
  const saved = deviceStorage.getItem(KEY)
  const volume = saved ? Number(saved) : PLAYER.volume
  return volume >= 0 && volume <= 1 ? volume : PLAYER.volume
}

export function saveVolume(volume: number): void {
  deviceStorage.setItem(KEY, String(volume))
}
