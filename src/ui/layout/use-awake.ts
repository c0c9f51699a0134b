import { useEffect } from 'react'

/**
 * Keeps the screen on while the component is mounted and wants it. The browser ends this whenever the page is hidden, so it is
 * asked for again.
 */
export function useAwake(isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState === 'hidden' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) void lock.release()
      } catch {
        // Low battery or no permission: the device decides.
      }
    }
    const holdAgain = () => void hold()
    holdAgain()
    document.addEventListener('visibilitychange', holdAgain)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', holdAgain)
      void lock?.release()
    }
  }, [isWanted])
}
