import { useState } from 'react'
import type { Post } from '../../../contract/entities.ts'
import { deviceStorage } from '../../session/device-storage.ts'
import { useSession } from '../../session/use-session.ts'

const KEY = 'feed-names'

/** Whether this device shows on photos whose they are, and its way to change that: for the owner of their Orma. */
export function useNames(posts: readonly Post[]) {
  const { user } = useSession()
  const [isOn, setIsOn] = useState(() => deviceStorage.getItem(KEY) !== null)
  const setOn = (isWanted: boolean) => {
    if (isWanted) deviceStorage.setItem(KEY, '1')
    else deviceStorage.removeItem(KEY)
    setIsOn(isWanted)
  }
  const isOffered = user !== undefined && posts[0]?.Event.userId === user.id
  return { isOffered, isOn, setOn }
}
