import { useEffect, useRef, useState } from 'react'
import { musicAddress } from '../../../contract/music.ts'
import type { MusicName } from '../../../contract/music.ts'
import { apiOrigin } from '../../api/api-host.ts'

/** Plays one piece of music at a time in a loop, until it is stopped or the form is unmounted. */
export function useMusicPreview() {
  const player = useRef<HTMLAudioElement>(undefined)
  const [heard, setHeard] = useState<MusicName>()
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => () => player.current?.pause(), [])
  const fail = (error: unknown) => {
    // Another piece was pressed before this one began.
    if (error instanceof DOMException && error.name === 'AbortError') return
    setHeard(undefined)
    setHasFailed(true)
  }
  return {
    heard,
    hasFailed,
    toggle: (name: MusicName) => {
      setHasFailed(false)
      player.current?.pause()
      setHeard(name === heard ? undefined : name)
      if (name === heard) return
      player.current = new Audio(apiOrigin + musicAddress(name))
      player.current.loop = true
      player.current.play().catch(fail)
    },
  }
}
