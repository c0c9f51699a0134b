import { useState } from 'react'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { eventHashOfPath } from '../../contract/document.ts'
import { texts } from '../../contract/texts.ts'
import { ChangeName } from '../features/profile/change-name.tsx'
import { ProfileDetails } from '../features/profile/profile-details.tsx'
import { useLeaving } from '../features/sign-out/use-leaving.tsx'
import { visitedPages } from '../session/visited-pages.ts'
import { useSession, useSignOut } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { useDocumentTitle } from '../ui/document-title.ts'
import { useOnDemand } from './use-on-demand.ts'

const loadDeleteAccount = async () =>
  (await import('../features/account/leave-for-good.tsx')).DeleteAccount

/** `/profile`: who one is here, and the way out. */
export function ProfilePage() {
  useDocumentTitle(texts.profile.title)
  const session = useSession()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const [DeleteAccount, askForDeleting] = useOnDemand(loadDeleteAccount)
  // The Orma that one came from.
  const event_hash = eventHashOfPath(visitedPages().at(-2) ?? '')
  const { start, question } = useLeaving(async () => {
    await navigate(event_hash ? { to: '/$event_hash', params: { event_hash } } : { to: '/' })
    await signOut()
  })
  // The session may also end without a word: from another device, or by its age.
  if (session.status === 'signed-out') {
    return <Navigate to="/login" replace state={{ wanted: '/profile' }} />
  }
  return (
    <main className="page">
      <h1>{texts.profile.title}</h1>
      <ProfileDetails session={session} />
      <ChangeName session={session} />
      <Button onClick={start}>{texts.profile.signOut}</Button>
      {question}
      <Button kind="danger" onClick={() => void askForDeleting().then(setIsDeleting)}>
        {texts.profile.deleteAccount}
      </Button>
      {DeleteAccount && <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />}
    </main>
  )
}
