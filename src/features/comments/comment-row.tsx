import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Pencil, Trash2, X } from 'lucide-react'
import * as v from 'valibot'
import { COMMENT_MAX } from '../../../contract/limits.ts'
import type { Comment, Event, Post } from '../../../contract/entities.ts'
import { canDelete } from '../../../contract/rules.ts'
import { texts } from '../../../contract/texts.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { randomKey } from '../../device/random-key.ts'
import { queueChange } from '../../outbox/page/upload-driver.ts'
import { forgetDraft, readDraft, writeDraft } from '../../session/drafts.ts'
import { useSession } from '../../session/use-session.ts'
import { Composer } from '../../ui/fields/composer.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import { useCloseOnBack } from '../../ui/dialogs/close-on-back.ts'
import { focusBefore } from '../../ui/focus/focus-beside.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { commentDraft } from './use-open-rows.ts'
import type { Open } from './use-open-rows.ts'
import { isUnsentComment } from '../../outbox/store/waiting-changes.ts'
import styles from './comment-list.module.css'

interface CommentRowProps {
  comment: Comment
  post: Post
  /** Undefined: not known yet. */
  event: Event | undefined
  open: Open | undefined
  onOpen: (open: Open | undefined) => void
  /** It was changed here, and the change is in the outbox. */
  isWaiting?: boolean
}

/** One comment, to be edited by its author and deleted by its author or an organiser of the Orma. */
export function CommentRow({ comment, post, event, open, onOpen, isWaiting }: CommentRowProps) {
  const { event_hash, id: post_id } = post
  const draft = commentDraft(post, comment.id)
  /** Whether the editor was open: the focus then goes back to the button that opened it. */
  const [wasOpen, setWasOpen] = useState(false)
  const { user } = useSession()
  const row = useRef<HTMLLIElement>(null)
  useFocusLost(row, focusBefore)
  const startEditing = () => {
    onOpen('editor')
    setWasOpen(true)
  }
  const stopEditing = () => {
    onOpen(undefined)
    forgetDraft(draft)
  }
  const save = (content: string) => {
    if (content === comment.content) return stopEditing()
    onOpen(undefined)
    const place = { eventHash: event_hash, postId: post_id, commentId: comment.id }
    const own = { ...place, content, ownerUserId: user?.id ?? 0 }
    // Until they are stored the words are the draft's.
    void queueChange({ key: randomKey(), kind: 'edit-comment', ...own }).then(() =>
      forgetDraft(draft),
    )
  }
  const isEdited = open === 'editor'
  return (
    <li
      ref={row}
      className={styles.root}
      data-unsent={isUnsentComment(comment) || isWaiting || undefined}
    >
      <div className={styles.text}>
        <p className={styles.author}>
          <b>{comment.User.name ?? texts.common.anonymous}</b>
          <RelativeTime iso={comment.createdAt} />
          {isWaiting && <span>{texts.post.waiting}</span>}
        </p>
        {isEdited ? (
          <Editor draft={draft} saved={comment.content} onSave={save} onCancel={stopEditing} />
        ) : (
          <p className={styles.content}>{comment.content}</p>
        )}
      </div>
      {!isEdited && (
        <RowActions
          comment={comment}
          post={post}
          event={event}
          hasFocus={wasOpen}
          onEdit={startEditing}
          isAsking={open === 'deletion'}
          onAsk={(isAsking) => onOpen(isAsking ? 'deletion' : undefined)}
        />
      )}
    </li>
  )
}

interface EditorProps {
  draft: string
  /** The comment as it stands. */
  saved: string
  onSave: (content: string) => void
  onCancel: () => void
}

function Editor({ draft, saved, onSave, onCancel }: EditorProps) {
  const [first] = useState(() => readDraft(draft, v.string()) ?? saved)
  const [written, setWritten] = useState(first)
  const isChanged = visibleText(written) !== visibleText(saved)
  useEffect(() => writeDraft(draft, isChanged ? written : ''), [draft, written, isChanged])
  const [isAsking, setIsAsking] = useState(false)
  const cancel = () => (isChanged ? setIsAsking(true) : onCancel())
  useCloseOnBack(isChanged, cancel)
  return (
    <>
      <div
        className={styles.editor}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          // Otherwise the key would answer the question that it opens.
          event.preventDefault()
          cancel()
        }}
      >
        <Composer
          label={texts.post.editComment}
          sendLabel={texts.post.saveComment}
          maxLength={COMMENT_MAX}
          initial={first}
          autoFocus
          onSend={onSave}
          onChange={setWritten}
        />
        <IconButton label={texts.common.cancel} onClick={cancel}>
          <X size={20} />
        </IconButton>
      </div>
      <ConfirmDialog
        open={isAsking}
        danger
        question={texts.common.discardQuestion}
        confirmLabel={texts.common.discard}
        cancelLabel={texts.common.keepEditing}
        onConfirm={onCancel}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

interface RowActionsProps extends Pick<CommentRowProps, 'comment' | 'post' | 'event'> {
  hasFocus: boolean
  onEdit: () => void
  isAsking: boolean
  onAsk: (isAsking: boolean) => void
}

function RowActions({ comment, post, event, ...rest }: RowActionsProps) {
  const { hasFocus, onEdit, isAsking, onAsk } = rest
  const { user } = useSession()
  const bin = useRef<HTMLButtonElement>(null)
  const { event_hash, id: post_id } = post
  if (isUnsentComment(comment) || !canDelete(comment.User.id, event ?? post.Event, user?.id))
    return null
  const remove = () => {
    // For others the field would open the phone's keyboard.
    const isByKeyboard = document.activeElement?.matches('button:focus-visible') ?? false
    const article = bin.current?.closest('article')
    // Closed first, so that the focus does not go back to this button, which goes with its row.
    flushSync(() => onAsk(false))
    article
      ?.querySelector<HTMLElement>(isByKeyboard ? '[data-add-comment] input' : '[data-add-comment]')
      ?.focus({ preventScroll: !isByKeyboard })
    const place = { eventHash: event_hash, postId: post_id, commentId: comment.id }
    const own = { ...place, content: null, ownerUserId: user?.id ?? 0 }
    void queueChange({ key: randomKey(), kind: 'delete-comment', ...own })
  }
  return (
    <div className={styles.actions}>
      {comment.User.id === user?.id && (
        <IconButton label={texts.post.editComment} autoFocus={hasFocus} onClick={onEdit}>
          <Pencil size={16} />
        </IconButton>
      )}
      <IconButton ref={bin} label={texts.post.deleteComment} onClick={() => onAsk(true)}>
        <Trash2 size={16} />
      </IconButton>
      <ConfirmDialog
        open={isAsking}
        danger
        question={texts.post.deleteCommentQuestion}
        confirmLabel={texts.common.delete}
        onConfirm={remove}
        onCancel={() => onAsk(false)}
      />
    </div>
  )
}
