import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Message } from './message.tsx'

/** What this device has is there sooner; without a network too, nothing is said to be missing before that. */
const READ_WITHIN_MS = 500

export interface ComingProps {
  /** Why it may take long; undefined: nothing is known to be in the way. */
  words: string | undefined
  /** What this device has may be there later than usual. */
  readWithinMs?: number
  /** What stands for it until then: a spinner, a skeleton. */
  children: ReactNode
}

/** What is on its way, or, once that may take long, why it is not there. */
export function Coming({ words, readWithinMs = READ_WITHIN_MS, children }: ComingProps) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), readWithinMs)
    return () => clearTimeout(timer)
  }, [readWithinMs])
  return isLate && words ? <Message drawing="signal">{words}</Message> : children
}
