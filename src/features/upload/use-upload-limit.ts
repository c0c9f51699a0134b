import { useRef } from 'react'
import type { MouseEvent } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { texts } from '../../../contract/texts.ts'
import { call } from '../../api/call.ts'
import { isSilent } from '../../api/contact.ts'
import { USER_KEY } from '../../session/session-query.ts'
import { useSession } from '../../session/use-session.ts'
import { showAlert } from '../../ui/alerts.tsx'

/** Browsers open a picker for as long as a second after a press, and nobody waits longer for it. */
const WAIT_MS = 500

/**
 * Returns the click handler of a file input: before the phone's picker opens, the server is asked whether it takes more photos
 * of this user. Where it does not, an alert says so instead; where its answer is slow, the picker opens meanwhile.
 */
export function useAskLimit(event_hash: string) {
  const { user, token } = useSession()
  const { data, refetch } = useQuery({
    queryKey: [USER_KEY, 'upload-limit', event_hash, user?.id],
    queryFn: ({ signal }) => call(api.checkLimit, { params: { event_hash }, token, signal }),
    enabled: user !== undefined,
    staleTime: 0,
  })
  const stage = useRef<'idle' | 'asking' | 'open'>('idle')

  const ask = async (input: HTMLInputElement) => {
    // What was known before stands where there is no answer.
    const asking = refetch().then((asked) => asked.data?.limitReached ?? false)
    const isKnown = data?.limitReached ?? false
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, isSilent() ? 0 : WAIT_MS))
    const answer = await Promise.race([asking, late])
    stage.current = 'idle'
    if (answer ?? isKnown) return showAlert(texts.upload.limitReached)
    stage.current = 'open'
    input.click()
    stage.current = 'idle'
    if (answer === undefined && (await asking)) showAlert(texts.upload.limitReached)
  }
  return (event: MouseEvent<HTMLInputElement>) => {
    // Of a guest the server knows nothing.
    if (stage.current === 'open' || !user) return
    event.preventDefault()
    if (stage.current === 'asking') return
    stage.current = 'asking'
    void ask(event.currentTarget)
  }
}
