import { useState } from 'react'
import { useLocation, useMatch } from '@tanstack/react-router'

/** The location of the page that asks. While another page is being gone to it is still drawn, and its location stays as it was. */
export function useOwnLocation() {
  const location = useLocation()
  const pathname = useMatch({ strict: false, select: (match) => match.pathname })
  const [own, setOwn] = useState(location)
  const isHere = location.pathname.replace(/\/$/, '') === pathname.replace(/\/$/, '')
  if (isHere && own !== location) setOwn(location)
  return isHere ? location : own
}
