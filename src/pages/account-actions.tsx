import { useState } from 'react'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { eventHashOfPath } from '../../contract/document.ts'
import { texts } from '../../contract/texts.ts'
import { useLeaving } from '../features/sign-out/use-leaving.tsx'
import { useSession, useSignOut } from '../session/use-session.ts'
import { visitedPages } from '../session/after-login.ts'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { useOnDemand } from '../shell/use-on-demand.ts'

const DeleteAccount = latePiece(
  async () => (await import('../features/account/leave-for-good.tsx')).DeleteAccount,
)

/** Signing out, which leads back to the Orma that the user came from, and deleting the account. */
export function AccountActions() {
  const signOut = useSignOut()
  const { user } = useSession()
  const wanted = useLocation({ select: ({ href }) => href })
  const navigate = useNavigate()
  const [isDeleting, setIsDeleting] = useState(false)
  const [isThere, askForDeleting] = useOnDemand(DeleteAccount)
  const event_hash = eventHashOfPath(visitedPages().at(-2) ?? '')
  const back = () =>
    navigate(event_hash ? { to: '/$event_hash', params: { event_hash } } : { to: '/' })
  const { start, question } = useLeaving(() => signOut(back))
  return (
    <>
      {user?.guestOf !== undefined && (
        <>
          <p className="quiet">{texts.guests.signInDetail}</p>
          <Link
            to="/login"
            state={{ wanted }}
            className={buttonClass('filled', texts.guests.signIn)}
          >
            {texts.guests.signIn}
          </Link>
        </>
      )}
      <Button onClick={start}>{texts.profile.signOut}</Button>
      {question}
      <Button kind="danger" onClick={() => void askForDeleting().then(setIsDeleting)}>
        {texts.profile.deleteAccount}
      </Button>
      {isThere && <DeleteAccount open={isDeleting} onClose={() => setIsDeleting(false)} />}
    </>
  )
}
