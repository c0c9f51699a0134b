import { useState } from 'react'
import { useLocation, useMatch, useRouter } from '@tanstack/react-router'

/**
 * The location of the page that asks. While another page is being gone to it is still drawn, and not anew: its location stays as it
 * was.
 */
export function useOwnLocation() {
  const { latestLocation } = useRouter()
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const [own, setOwn] = useState(latestLocation)
  const location = useLocation({ select: (now) => (isSame(now.pathname, pathname) ? now : own) })
  if (own !== location) setOwn(location)
  return location
}

function isSame(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '')
}
