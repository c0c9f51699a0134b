import type { ReactNode } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { Event } from '../../contract/entities.ts'
import { isOrganiser } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { useLoginLink } from '../session/login-link.ts'
import { useSession } from '../session/use-session.ts'
import type { Session } from '../session/use-session.ts'
import { LoadFailed } from '../shell/list-state.tsx'
import { OrmaLink } from '../shell/not-found-screen.tsx'
import { buttonClass } from '../ui/buttons/button.tsx'
import { Message } from '../ui/notices/message.tsx'
import { Spinner } from '../ui/notices/spinner.tsx'

interface ForOrganisersProps {
  event_hash: string
  /** What others are told. */
  refusal: string
  /** What they are told is all that the page says. */
  isPage?: boolean
  children: (organiser: Extract<Session, { status: 'signed-in' }>, event: Event) => ReactNode
}

/** What only an Orma's organisers see, or who may. */
export function ForOrganisers({
  event_hash,
  refusal,
  isPage = false,
  children,
}: ForOrganisersProps) {
  const { data: event, error, refetch } = useQuery(eventQuery(event_hash))
  const session = useSession()
  if (session.status === 'signed-out') return <LoginFirst isPage={isPage} byPhone />
  if (error && event === undefined) {
    const retry = () => void refetch()
    return <LoadFailed title={isPage} error={error} text={texts.event.loadFailed} onRetry={retry} />
  }
  if (session.status === 'loading' || event === undefined)
    return <Spinner label={texts.common.loading} size={32} />
  if (isOrganiser(event, session.user.id)) return children(session, event)
  return (
    <Message title={isPage} drawing="frames" action={<OrmaLink event_hash={event_hash} />}>
      {refusal}
    </Message>
  )
}

const BY_PHONE = { to: '/login' } as const

/** Leads to the login, and from there back. `isPage`: this is all that the page says. */
export function LoginFirst({
  isPage = false,
  byPhone = false,
  text = texts.loginPrompt.text,
}: {
  isPage?: boolean
  /** Also where the Orma lets guests in by a name. */
  byPhone?: boolean
  text?: string
}) {
  const wanted = useLocation({ select: ({ href }) => href })
  const link = useLoginLink()
  const login = (
    <Link {...(byPhone ? BY_PHONE : link)} state={{ wanted }} className={buttonClass('filled')}>
      {texts.loginPrompt.login}
    </Link>
  )
  return (
    <Message title={isPage} drawing="frames" action={login}>
      {text}
    </Message>
  )
}
