import { useNavigate } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { CreateOrmaForm } from '../features/orma-form/create-orma-form.tsx'
import { useSession } from '../session/use-session.ts'
import { useDocumentTitle } from '../ui/layout/document-title.ts'

/** `/create/orma`: leads to the new Orma with its share dialog open. */
export function CreateOrmaPage() {
  useDocumentTitle(texts.create.title)
  const session = useSession()
  const navigate = useNavigate()
  return (
    <main className="page">
      <h1>{texts.create.title}</h1>
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
    </main>
  )
}
