import { useEffect, useRef } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { ApiError } from '../../api/api-error.ts'
import { call, requireToken } from '../../api/call.ts'
import { randomKey } from '../../device/random-key.ts'
import { ownOrmasQuery } from '../../session/user-queries.ts'
import type { Session } from '../../session/use-session.ts'
import { changesForm, newOrmaForm } from './create-form.ts'
import type { NewOrma, NewOrmaDraft } from './create-form.ts'
import { askToSignIn } from './send-error.ts'

/** What a form has sent so far. */
type Tries = Pick<NewOrmaDraft, 'key' | 'sent'>

/** Creates an Orma with its images, one for each form. Where the token is refused, asks to sign in again. */
export function useCreateOrma(
  session: Session,
  { key, sent }: Tries,
  setTries: (tries: Tries) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    onMutate: (orma: NewOrma) => setTries({ key, sent: [...earlier(sent, orma), orma] }),
    mutationFn: (orma: NewOrma) => createOnce(orma, { key, sent }, requireToken(session)),
    onError: (error) => {
      // The Orma of an earlier try was deleted meanwhile, or was made of nothing that this form knows: it is over with the key.
      if (hasCode(error, 'event_not_found', 'key_reused')) setTries(beginTries())
      askToSignIn(error)
    },
    // A lost answer may have been that it was created.
    onSettled: () => {
      const { queryKey } = ownOrmasQuery(session.token ?? '')
      void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/**
 * Where an Orma that an earlier page sent was made, and nobody heard of it, calls `send` with what it was made of: sent once more
 * under its key, it is found.
 */
export function useMadeBefore(
  { token = '' }: Session,
  sent: readonly NewOrma[],
  send: (made: NewOrma) => void,
): void {
  const { data } = useQuery({
    ...ownOrmasQuery(token),
    enabled: sent.length > 0 && token !== '',
    staleTime: 0,
  })
  const made = sent.findLast(({ name, date }) =>
    data?.some((own) => own.name === visibleText(name) && own.event_original_date.startsWith(date)),
  )
  const found = useRef<NewOrma>(undefined)
  useEffect(() => {
    if (!made || found.current === made) return
    found.current = made
    send(made)
  }, [made, send])
}

export function beginTries(): Tries {
  return { key: randomKey(), sent: [] }
}

function earlier(sent: readonly NewOrma[], orma: NewOrma): NewOrma[] {
  return sent.filter((other) => other !== orma)
}

/**
 * Creates what is entered. Where one of the earlier tries was heard after all, though not its answer, its Orma is the one, and gets
 * what was changed since.
 */
async function createOnce(orma: NewOrma, { key, sent }: Tries, token: string): Promise<Event> {
  const options = { token, timeoutMs: UPLOAD_TIMEOUT_MS }
  const send = async (tried: NewOrma) => {
    const form = newOrmaForm(tried)
    return (await call(api.createEvent, { ...options, form, idempotencyKey: key })).event
  }
  const { event, made } = await sendFirst(orma, earlier(sent, orma), send)
  const form = changesForm(event, made, orma)
  if (!form) return event
  const params = { event_hash: event.event_hash }
  return (await call(api.updateEvent, { ...options, params, form })).event
}

/** Sends what is entered; where the key has made an Orma of something else, what was sent before, to find that. */
async function sendFirst(
  made: NewOrma,
  before: readonly NewOrma[],
  send: (orma: NewOrma) => Promise<Event>,
): Promise<{ event: Event; made: NewOrma }> {
  try {
    return { event: await send(made), made }
  } catch (error) {
    const [next, ...others] = before
    if (!next || !hasCode(error, 'key_reused')) throw error
    return sendFirst(next, others, send)
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof ApiError && codes.includes(error.code)
}
