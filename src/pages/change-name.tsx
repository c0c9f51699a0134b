import { useState } from 'react'
import { texts } from '../../contract/texts.ts'
import type { Session } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { useOnDemand } from '../shell/use-on-demand.ts'

const loadForm = async () => (await import('../features/profile/name-form.tsx')).NameForm

/** CHANGE NAME, and the field that it opens. */
export function ChangeName({ session }: { session: Session }) {
  /** Absent until it was opened for the first time. */
  const [isOpen, setIsOpen] = useState<boolean>()
  const [NameForm, ask] = useOnDemand(loadForm)
  if (NameForm && isOpen) return <NameForm session={session} onDone={() => setIsOpen(false)} />
  return (
    // Focus comes back to where the field was opened from.
    <Button
      autoFocus={isOpen === false}
      onClick={() => void ask().then((isThere) => isThere && setIsOpen(true))}
    >
      {texts.profile.changeName}
    </Button>
  )
}
