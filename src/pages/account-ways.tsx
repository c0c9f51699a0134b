import { useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { eventHashOfPath } from '../../contract/document.ts'
import { texts } from '../../contract/texts.ts'
import { useLeaving } from '../features/sign-out/use-leaving.tsx'
import { useSignOut } from '../session/use-session.ts'
import { visitedPages } from '../session/visited-pages.ts'
import { Button } from '../ui/button.tsx'
import { useOnDemand } from '../shell/use-on-demand.ts'

const loadDeleteAccount = async () =>
  (await import('../features/account/leave-for-good.tsx')).DeleteAccount

/** Signing out, which leads back to the Orma that the user came from, and deleting the account. */
export function AccountWays() {
  const signOut = useSignOut()
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const [DeleteAccount, askForDeleting] = useOnDemand(loadDeleteAccount)
  const event_hash = eventHashOfPath(visitedPages().at(-2) ?? '')
  const { start, question } = useLeaving(async () => {
    await navigate(event_hash ? { to: '/$event_hash', params: { event_hash } } : { to: '/' })
    await signOut()
  })
  return (
    <>
      <Button onClick={start}>{texts.profile.signOut}</Button>
      {question}
      <Button kind="danger" onClick={() => void askForDeleting().then(setIsDeleting)}>
        {texts.profile.deleteAccount}
      </Button>
      {DeleteAccount && <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />}
    </>
  )
}
