import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { isRefusal } from '../api/contact.ts'
import { CreateOrmaForm } from '../features/orma-form/create-orma-form.tsx'
import { creatorQuery } from '../features/orma-form/creator-query.ts'
import { useNoContact } from '../live/use-no-contact.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { Message } from '../ui/notices/message.tsx'
import { Spinner } from '../ui/notices/spinner.tsx'
import { useOwnLocation } from './own-location.ts'

/**
 * `/create/orma`: leads to the new Orma with its share dialog open. With a token behind the #, an invitation to create. Who may not
 * is told whom to ask; as long as the server does not say so, the form is there.
 */
export function CreateOrmaPage() {
  useDocumentTitle(texts.create.title)
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
        <Spinner label={texts.common.loading} size={32} />
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
