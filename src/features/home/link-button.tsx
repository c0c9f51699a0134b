import { Suspense, useState } from 'react'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { ButtonKind } from '../../ui/buttons/button.tsx'
import { latePiece } from '../../ui/layout/late-piece.tsx'

const LinkDialog = latePiece(async () => (await import('./link-dialog.tsx')).LinkDialog)

/** Leads to an Orma that is not listed, for who has its link or its code. */
export function LinkButton({ kind }: { kind?: ButtonKind }) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = () => {
    setIsOpen(true)
    setWasOpened(true)
  }
  return (
    <>
      <Button kind={kind} onClick={open}>
        {texts.ormaLink.title}
      </Button>
      <Suspense>
        {wasOpened && <LinkDialog open={isOpen} onClose={() => setIsOpen(false)} />}
      </Suspense>
    </>
  )
}
