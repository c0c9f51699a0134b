import { Suspense, useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { latePiece } from '../../ui/layout/late-piece.tsx'
import { CreateLink } from './orma-row.tsx'

const LinkDialog = latePiece(async () => (await import('./link-dialog.tsx')).LinkDialog)

/** The ways to an Orma that is not listed: a new one, or one whose link or code somebody has. */
export function BeginActions() {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setIsOpen(true)
    setWasOpened(true)
  }
  return (
    <>
      <CreateLink />
      <Button onClick={open}>{texts.ormaLink.title}</Button>
      <Suspense>
        {wasOpened && <LinkDialog open={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
