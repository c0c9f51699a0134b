import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Message } from './message.tsx'
import { Status } from './status.tsx'

/** Cached data comes sooner; until then nothing is said to be missing, also offline. */
const READ_WITHIN_MS = 500

interface ComingProps {
  /** Why it may take long; undefined: no reason is known. */
  words: string | undefined
  /** How long reading the cache may take here. */
  readWithinMs?: number
  /** Shown until then: a spinner, a skeleton. */
  children: ReactNode
}

/** Shown while something is loading; once that may take long, says why. */
export function Coming({ words, readWithinMs = READ_WITHIN_MS, children }: ComingProps) {
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), readWithinMs)
    return () => clearTimeout(timer)
  }, [readWithinMs])
  const isSaid = isLate && words !== undefined
  return (
    <>
      {!isSaid && children}
      <Status>{isSaid && <Message drawing="signal">{words}</Message>}</Status>
    </>
  )
}
