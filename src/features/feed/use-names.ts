import { useState } from 'react'
import type { Event } from '../../../contract/entities.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { useSession } from '../../session/use-session.ts'
import { isOwnersView } from './owners-view.ts'

const KEY = 'feed-names'

/** Whether this device shows on photos whose they are, and its way to change that: for the owner of their Orma. */
export function useNames(event: Event) {
  const { status, user } = useSession()
  const [isOn, setIsOn] = useState(() => deviceStorage.getItem(KEY) !== null)
  const setOn = (isWanted: boolean) => {
    if (isWanted) deviceStorage.setItem(KEY, '1')
    else deviceStorage.removeItem(KEY)
    setIsOn(isWanted)
  }
  // Who it is may be known later than the tiles are there: what the device has of the Orma tells as much until then.
  const isOffered = status === 'loading' ? isOwnersView(event) : user?.id === event.userId
  return { isOffered, isOn, setOn }
}
