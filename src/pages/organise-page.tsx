import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { isEventHash } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { HandoverNotice } from '../features/organisers/handover-notice.tsx'
import { Invitation } from '../features/organisers/invitation.tsx'
import { OpenInvitations } from '../features/organisers/open-invitations.tsx'
import { OrganiserList } from '../features/organisers/organiser-list.tsx'
import { useSession } from '../session/use-session.ts'
import { OrmaLink } from '../shell/not-found-screen.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Spinner } from '../ui/notices/spinner.tsx'
import { showToast } from '../ui/notices/toast.tsx'
import { ForOrganisers, LoginFirst } from './for-organisers.tsx'
import { useOwnLocation } from './own-location.ts'

const route = getRouteApi('/$event_hash/organise')

/** `/{event_hash}/organise`: who organises the Orma; with a token behind the #, an invitation to do so. */
export function OrganisePage() {
  const { event_hash } = route.useParams()
  const { hash: invitation } = useOwnLocation()
  const { data: event } = useQuery({ ...eventQuery(event_hash), enabled: isEventHash(event_hash) })
  const navigate = useNavigate()
  useDocumentTitle(texts.organise.title)
  // In place of this page: the token is not to stay in the history.
  const leave = () => {
    const params = { event_hash }
    return navigate({ to: '/$event_hash', params, replace: invitation !== '' })
  }
  return (
    <>
      <AppHeader title={event?.name} onClose={() => void leave()} />
      <main id="main" className="page">
        {invitation ? (
          <Invited event_hash={event_hash} invitation={invitation} leave={leave} />
        ) : (
          <>
            <h1 tabIndex={-1}>{texts.organise.title}</h1>
            <Organisers event_hash={event_hash} leave={leave} />
          </>
        )}
      </main>
    </>
  )
}

interface PartProps {
  event_hash: string
  /** Goes to the Orma. */
  leave: () => Promise<void>
}

function Invited({ event_hash, invitation, leave }: PartProps & { invitation: string }) {
  const session = useSession()
  if (session.status === 'loading') return <Spinner label={texts.common.loading} size={32} />
  // A guest by name is nobody who could be found again on another phone.
  const isByPhone = session.status === 'signed-in' && session.user.guestOf === undefined
  return (
    <Invitation
      key={invitation}
      event_hash={event_hash}
      invitation={invitation}
      session={session}
      login={isByPhone ? undefined : <LoginFirst isPage byPhone text={texts.organise.signIn} />}
      toOrma={<OrmaLink event_hash={event_hash} />}
      onDeclined={() => void leave()}
      onJoined={async (name) => {
        await leave()
        showToast({ text: texts.organise.joined(name) })
      }}
    />
  )
}

function Organisers({ event_hash, leave }: PartProps) {
  return (
    <ForOrganisers event_hash={event_hash} refusal={texts.organise.organisersOnly}>
      {({ user, token }, event) => {
        const isOwner = event.userId === user.id
        return (
          <>
            <p className="quiet">
              {isOwner ? texts.organise.explained : texts.organise.explainedToThem}
            </p>
            <HandoverNotice event={event} />
            <OrganiserList event={event} userId={user.id} token={token} onLeft={leave} />
            {isOwner && <OpenInvitations event={event} token={token} />}
          </>
        )
      }}
    </ForOrganisers>
  )
}
