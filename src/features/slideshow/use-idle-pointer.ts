import { useEffect, useState } from 'react'

const IDLE_MS = 3_000

/** Whether the pointer has rested for a while: then nobody needs to see it, nor what it could press. */
export function useIdlePointer(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wake = () => {
      setIsIdle(false)
      clearTimeout(timer)
      timer = setTimeout(() => setIsIdle(true), IDLE_MS)
    }
    wake()
    document.addEventListener('pointermove', wake)
    document.addEventListener('keydown', wake)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointermove', wake)
      document.removeEventListener('keydown', wake)
    }
  }, [])
  return isIdle
}
