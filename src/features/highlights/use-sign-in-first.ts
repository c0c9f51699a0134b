import { useEffect, useEffectEvent, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { sessionQuery } from '../../session/session-query.ts'
import { useSession } from '../../session/use-session.ts'

/**
 * Leads a user who is not signed in to the login, and calls `download` once they are back and signed in. `isReady`: the download
 * could go on now.
 */
export function useSignInFirst(isReady: boolean, download: () => void): () => Promise<void> {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isToGoOn = useLocation({ select: ({ state }) => state.download === true })
  const { status } = useSession()
  const isLeaving = useRef(false)
  const mark = (isWanted: boolean) =>
    navigate({
      to: '.',
      state: isWanted ? { download: true } : {},
      replace: true,
      resetScroll: false,
    })
  const goOn = useEffectEvent(() => {
    if (isLeaving.current) return
    // Coming back without signing in cancels it.
    if (status === 'signed-in') download()
    void mark(false)
  })
  const isSettled = isReady && status !== 'loading'
  useEffect(() => {
    if (isToGoOn && isSettled) goOn()
  }, [isToGoOn, isSettled])
  return async () => {
    // Another tab may have signed in.
    const verify = () => queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
    if (await verify().catch(() => null)) return download()
    isLeaving.current = true
    await mark(true)
    await navigate({ to: '/login' })
  }
}
