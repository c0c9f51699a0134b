import { useState } from 'react'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { isRefusal } from '../api/contact.ts'
import { CreateOrmaForm } from '../features/orma-form/create-orma-form.tsx'
import { creatorQuery, everyCreatorQuery } from '../features/orma-form/creator-query.ts'
import { useNoContact } from '../live/use-no-contact.ts'
import { useSession } from '../session/use-session.ts'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Message } from '../ui/notices/message.tsx'
import { Spinner } from '../ui/notices/spinner.tsx'
import { useOwnLocation } from './own-location.ts'

/** `/create/orma`: leads to the new Orma with its share dialog open. With a token behind the #, an invitation to create. */
export function CreateOrmaPage() {
  useDocumentTitle(texts.create.title)
  const session = useSession()
  // What was entered stays where the session ends meanwhile.
  const [wasByPhone, setWasByPhone] = useState(false)
  const isByPhone = session.user !== undefined && session.user.guestOf === undefined
  if (isByPhone && !wasByPhone) setWasByPhone(true)
  if (isByPhone || wasByPhone) return <ForCreators />
  return (
    <main className="page">{session.status === 'loading' ? <Loading /> : <BeforeSignIn />}</main>
  )
}

/** Where not everybody may create, who is signed in by no phone is told so first; else the login is next. */
function BeforeSignIn() {
  const { hash: invitation, href: wanted } = useOwnLocation()
  const noContact = useNoContact()
  const { data, isPending } = useQuery({ ...everyCreatorQuery(), enabled: !invitation })
  const login = (
    <Link to="/login" state={{ wanted }} className={buttonClass('filled')}>
      {texts.loginPrompt.login}
    </Link>
  )
  if (invitation)
    return (
      <Message title drawing="frames" action={login}>
        {texts.creator.invited}
      </Message>
    )
  // A silent server keeps nobody from signing in.
  if (isPending && !noContact) return <Loading />
  if (!data || data.mayCreate) return <Navigate to="/login" replace state={{ wanted }} />
  return (
    <Message title drawing="frames" detail={texts.creator.listed} action={login}>
      {texts.creator.refused(data.contact)}
    </Message>
  )
}

function Loading() {
  return <Spinner label={texts.common.loading} size={32} />
}

/** Who may not create is told whom to ask; as long as the server does not say so, the form is there. */
function ForCreators() {
  const { hash: invitation } = useOwnLocation()
  const session = useSession()
  const noContact = useNoContact()
  const { data, error, isPending, refetch } = useQuery(
    creatorQuery(session.token ?? '', invitation),
  )
  if (data && !data.mayCreate)
    return (
      <main className="page">
        <Message title drawing="frames" detail={texts.creator.visit}>
          {texts.creator.refused(data.contact)}
        </Message>
      </main>
    )
  if (invitation && isRefusal(error, 404))
    return (
      <main className="page">
        <Message title drawing="torn">
          {texts.organise.gone}
        </Message>
      </main>
    )
  if (invitation && error)
    return (
      <main className="page">
        <Message
          error
          title
          drawing={noContact ? 'signal' : 'torn'}
          action={<Button onClick={() => void refetch()}>{texts.common.retry}</Button>}
        >
          {noContact ? texts.creator.offline : texts.creator.unread}
        </Message>
      </main>
    )
  return (
    <main className="page">
      <h1>{texts.create.title}</h1>
      {invitation && isPending ? (
        <Loading />
      ) : (
        <>
          {invitation && <p>{texts.creator.welcome}</p>}
          <NewOrma />
        </>
      )}
    </main>
  )
}

function NewOrma() {
  const session = useSession()
  const navigate = useNavigate()
  return (
    <CreateOrmaForm
      session={session}
      onCreated={({ event_hash }) =>
        void navigate({
          to: '/$event_hash',
          params: { event_hash },
          state: { share: true },
          // Going back skips the form, which is done.
          replace: true,
        })
      }
    />
  )
}
