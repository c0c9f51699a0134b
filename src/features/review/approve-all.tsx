import { useState } from 'react'
import { flushSync } from 'react-dom'
import { CheckCheck } from 'lucide-react'
import type { Post } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { focusIfLost } from '../../ui/focus/focus-beside.ts'
import { useDecisions } from './decision-dialog.tsx'
import styles from './review-list.module.css'

/** Approves all photos that were flagged only because their owner reviews every photo. */
export function ApproveAll({ event_hash, posts }: { event_hash: string; posts: readonly Post[] }) {
  const [asked, setAsked] = useState<number[]>()
  const { approveAll } = useDecisions()
  const unflagged = posts.filter(({ reviewReason }) => reviewReason === 'review')
  const close = () => setAsked(undefined)
  const approve = () => {
    // At once, so that the button has the focus back before it goes.
    flushSync(close)
    approveAll(event_hash, asked ?? [])
    focusIfLost(document.querySelector<HTMLElement>('main h1') ?? undefined)
  }
  return (
    <>
      {unflagged.length > 1 && (
        <Button
          className={styles.all}
          icon={<CheckCheck size={20} aria-hidden />}
          onClick={() => setAsked(unflagged.map(({ id }) => id))}
        >
          {unflagged.length === posts.length
            ? texts.review.approveAll(posts.length)
            : texts.review.approveUnflagged(unflagged.length)}
        </Button>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        question={texts.review.approveAllQuestion(asked?.length ?? 0)}
        confirmLabel={texts.review.approve}
        onConfirm={approve}
        onCancel={close}
      />
    </>
  )
}
