import type { UseQueryResult } from '@tanstack/react-query'
import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Message } from '../../ui/notices/message.tsx'

/** Codes of errors without any answer. */
const EXCEPTIONS = new Set(['no_answer', 'timed_out'])

type Failed = Pick<UseQueryResult, 'error' | 'refetch'>

/** Shown in place of highlights that could not be had. `title`: it is the page's heading. */
export function HighlightFailure({ query, title }: { query: Failed; title?: boolean }) {
  const { error, refetch } = query
  const noContact = useNoContact()
  if (isNothing(error)) {
    return (
      <Message title={title} drawing="film">
        {texts.highlights.none}
      </Message>
    )
  }
  return (
    <Message
      error
      title={title}
      drawing={noContact ? 'signal' : 'torn'}
      detail={noContact && texts.offline.notHere}
      action={<Button onClick={() => void refetch()}>{texts.common.retry}</Button>}
    >
      {noContact ? texts.offline[noContact] : failureText(error)}
    </Message>
  )
}

/** The server has no photos of that day, which is no failure. */
function isNothing(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'highlight_not_found'
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError) || EXCEPTIONS.has(error.code)) return texts.highlights.unexpected
  return error.status === 401 ? texts.highlights.unauthorized : texts.highlights.loadFailed
}
