import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../contract/api.ts'
import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { sendError } from '../../api/contact.ts'
import { useNoContact } from '../../live/use-no-contact.ts'
import type { Session } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Message } from '../../ui/notices/message.tsx'
import { Spinner } from '../../ui/notices/spinner.tsx'
import { invitationQuery, useChange } from './organiser-queries.ts'
import { nameOf } from './organiser-list.tsx'

interface InvitationProps {
  event_hash: string
  /** The token of the link. */
  invitation: string
  session: Session
  /** Stands in place of the question for who has to sign in first; undefined for others. */
  login: ReactNode
  onJoined: (name: string) => unknown
  /** Leads to the Orma. */
  toOrma: ReactNode
  onDeclined: () => void
}

/** What somebody reads who follows an invitation, with the button to accept it. */
export function Invitation(props: InvitationProps) {
  const { event_hash, invitation, session, login, onJoined, toOrma, onDeclined } = props
  const { token } = session
  const query = useQuery(invitationQuery(event_hash, invitation, session))
  const { data, error } = query
  const noContact = useNoContact()
  const accept = useChange(
    event_hash,
    () =>
      call(api.acceptInvitation, { params: { event_hash }, body: { token: invitation }, token }),
    () => onJoined(data?.name ?? ''),
  )
  if (isOver(error) || isOver(accept.error))
    return (
      <Message title drawing="torn" action={toOrma} detail={login && texts.organise.goneSignedOut}>
        {texts.organise.gone}
      </Message>
    )
  if (!data && (error || noContact))
    return (
      <Message
        error
        title
        drawing={noContact ? 'signal' : 'torn'}
        action={<Button onClick={() => void query.refetch()}>{texts.common.retry}</Button>}
      >
        {noContact ? texts.organise.offline : texts.organise.unread}
      </Message>
    )
  if (!data) return <Spinner label={texts.common.loading} size={32} />
  if (login) return login
  if (data.isOrganiser)
    return (
      <Message title drawing="frames" action={toOrma}>
        {texts.organise.already(data.name)}
      </Message>
    )
  return (
    <>
      <h1 tabIndex={-1}>{texts.organise.question(data.name)}</h1>
      <p>{texts.organise.invitedBy(nameOf(data.invitedBy))}</p>
      <div role="alert">
        {accept.error && <p className="error">{sendError(accept.error, texts.organise.failed)}</p>}
      </div>
      <Button kind="filled" busy={accept.isPending} onClick={() => accept.mutate()}>
        {texts.organise.accept}
      </Button>
      <Button onClick={onDeclined}>{texts.organise.notNow}</Button>
    </>
  )
}

/** Used, taken back, expired, or never made: nothing of which is said. */
function isOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
