import { useEffect, useState } from 'react'

/**
 * Whether a page may say how loud its media are; false until that is known. On iPhones and iPads only their buttons do, and the
 * newer of them take back what is set no sooner than after the call.
 */
export function useCanSetVolume(): boolean {
  const [canSet, setCanSet] = useState(false)
  useEffect(() => {
    const probe = new Audio()
    probe.volume = 0.5
    const timer = setTimeout(() => setCanSet(probe.volume === 0.5))
    return () => clearTimeout(timer)
  }, [])
  return canSet
}
