import { useLayoutEffect } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { clearAccent, readAccent, showAccent } from './banner-accent.ts'

/** Gives the page, while it is mounted, the accent that this device has found of an Orma's banner: from its first picture on. */
export function useCachedAccent({ event_hash, event_banner_url: banner }: Event): void {
  useLayoutEffect(() => {
    const known = readAccent(deviceStorage, event_hash, banner)
    if (known) showAccent(known)
    return clearAccent
  }, [event_hash, banner])
}
