import { useEffect, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { texts } from '../../contract/texts.ts'
import { ProfileDetails } from '../features/profile/profile-details.tsx'
import { useSession } from '../session/use-session.ts'
import type { Session } from '../session/use-session.ts'
import { profileQuery } from '../session/user-queries.ts'
import { Button, buttonClass } from '../ui/buttons/button.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { latePiece } from '../ui/layout/late-piece.tsx'
import { useOnDemand } from '../shell/use-on-demand.ts'
import { AccountActions } from './account-actions.tsx'

const NameForm = latePiece(async () => (await import('../features/profile/name-form.tsx')).NameForm)
const PhoneForm = latePiece(
  async () => (await import('../features/profile/phone-form.tsx')).PhoneForm,
)

/** `/profile`: name and phone of the user, and signing out. */
export function ProfilePage() {
  useDocumentTitle(texts.profile.title)
  const session = useSession()
  const router = useRouter()
  const isOver = session.status === 'signed-out'
  useEffect(() => {
    // The session may also end on another device, or by its age: the route's guard then redirects.
    if (isOver) void router.invalidate()
  }, [isOver, router])
  if (isOver) return null
  return (
    <main className="page">
      <h1>{texts.profile.title}</h1>
      <ProfileDetails session={session} />
      <div className="stack">
        <Change session={session} label={texts.profile.changeName} Form={NameForm} />
        {session.user?.guestOf === undefined && (
          <Change session={session} label={texts.phoneChange.open} Form={PhoneForm} />
        )}
        <AdminLink session={session} />
        <Link to="/settings" className={buttonClass('quiet', texts.menu.settings)}>
          {texts.menu.settings}
        </Link>
        <AccountActions />
      </div>
    </main>
  )
}

/** Leads those who run the site to its page; nobody else is told that there is one. */
function AdminLink({ session: { token = '' } }: { session: Session }) {
  const { data } = useQuery({ ...profileQuery(token), enabled: token !== '' })
  if (!data?.isAdmin) return null
  return (
    <Link to="/admin" className={buttonClass('quiet', texts.profile.runSite)}>
      {texts.profile.runSite}
    </Link>
  )
}

interface ChangeProps {
  session: Session
  label: string
  Form: typeof NameForm | typeof PhoneForm
}

/** A button, and the form that it opens. */
function Change({ session, label, Form }: ChangeProps) {
  /** Absent until it was opened for the first time. */
  const [isOpen, setIsOpen] = useState<boolean>()
  const [isThere, ask] = useOnDemand(Form)
  if (isThere && isOpen) return <Form session={session} onDone={() => setIsOpen(false)} />
  return (
    // The focus comes back to this button when the form closes.
    <Button
      autoFocus={isOpen === false}
      onClick={() => void ask().then((isLoaded) => isLoaded && setIsOpen(true))}
    >
      {label}
    </Button>
  )
}
