import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'
import { api } from '../../../contract/api.ts'
import type { Comment, Event, Post } from '../../../contract/entities.ts'
import { COMMENT_MAX } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { visibleText } from '../../../contract/visible-text.ts'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../cache/query-keys.ts'
import { randomKey } from '../../device/random-key.ts'
import { queueChange } from '../../outbox/page/upload-driver.ts'
import type { OutboxChange } from '../../outbox/store/outbox-item.ts'
import { useWaitingChanges } from '../../outbox/page/use-waiting-changes.ts'
import { unsentId, withWaitingComments } from '../../outbox/store/waiting-changes.ts'
import { forgetDraft, readDraft, writeDraft } from '../../session/drafts.ts'
import { isIntentDue, takeDueIntent } from '../../session/intent.ts'
import type { Intent } from '../../session/intent.ts'
import { promptLogin } from '../../session/login-prompt.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'
import { useKnownSession, useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import type { ButtonProps } from '../../ui/buttons/button.tsx'
import { Composer } from '../../ui/fields/composer.tsx'
import { focusBefore } from '../../ui/focus/focus-beside.ts'
import { useFocusLost } from '../../ui/focus/use-focus-lost.ts'
import { CommentRow } from './comment-row.tsx'
import { commentDraft, useOpenRows } from './use-open-rows.ts'
import { useTwin } from './use-twin.ts'
import styles from './comment-list.module.css'

/** The conversation below a photo: its newest comments, all of them when asked for, and a field for one's own. */
export function CommentList({ post, event }: { post: Post; event: Event | undefined }) {
  const [wantsAll, setWantsAll] = useState(false)
  const changes = useWaitingChanges()
  const all = useQuery({ ...commentsQuery(post.event_hash, post.id), enabled: wantsAll })
  const { user } = useSession()
  /** The server is silent, or fails at what is sent. */
  const isWaiting = changes.some(({ reasonCode }) => reasonCode !== null)
  const known = wantsAll ? all.data : undefined
  const comments = known ? withWaitingComments(known, { post, changes, user }) : post.Comments
  const { shown, openOf, setOpen } = useOpenRows(comments)
  const { send, keep, held, returned, round } = useSendComment(post, changes)
  return (
    <>
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((comment) => (
            <CommentRow
              key={comment.id}
              comment={comment}
              post={post}
              event={event}
              open={openOf(comment)}
              onOpen={(open) => setOpen(comment, open)}
              isWaiting={isWaiting && changes.some((change) => isAbout(change, comment))}
            />
          ))}
        </ul>
      )}
      {post.commentCount > comments.length && (
        <ViewAll
          busy={all.isFetching}
          onClick={() => {
            setWantsAll(true)
            if (wantsAll) void all.refetch()
          }}
        />
      )}
      {wantsAll && all.isLoadingError && !all.isFetching && (
        <p className={`error ${styles.failed}`} role="alert">
          {texts.post.commentsFailed}
        </p>
      )}
      {/* Takes the focus of a comment that was deleted. */}
      <div data-add-comment tabIndex={-1}>
        <Composer
          key={round}
          initial={returned}
          label={texts.post.commentPlaceholder}
          placeholder={texts.post.commentPlaceholder}
          sendLabel={texts.post.addComment}
          maxLength={COMMENT_MAX}
          held={held}
          onSend={send}
          onChange={keep}
        />
      </div>
    </>
  )
}

function ViewAll(props: ButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  useFocusLost(ref, focusBefore)
  return (
    <Button {...props} ref={ref} kind="plain" className={styles.all}>
      {texts.post.viewAll}
    </Button>
  )
}

/** Whether a change in the outbox is about this comment. */
function isAbout({ key, commentId }: OutboxChange, { id }: Comment): boolean {
  return commentId === id || unsentId(key) === id
}

/**
 * `send` sends a comment; false: its text stays in the field. A guest is asked to sign in, and the comment is sent after that.
 * `held`: until when comments have to wait. `returned`: the text of a comment that was being written when this tab left the page,
 * that was not sent because its author came back from the login, that the server refused, or that was left in the viewer; it begins a
 * new `round` of the field.
 */
function useSendComment(post: Post, changes: readonly OutboxChange[]) {
  const { event_hash, id: post_id } = post
  const draft = commentDraft(post)
  const session = useSession()
  const { status } = session
  const whenKnown = useKnownSession()
  const [{ returned, round }, setField] = useState(() => ({ returned: firstWords(post), round: 0 }))
  /** What stands in the field. */
  const written = useRef('')
  function setReturned(words: string | undefined): void {
    written.current = words ?? ''
    setField((before) => ({ returned: words, round: before.round + 1 }))
  }
  useTwin(draft, () => {
    const words = readDraft(draft, v.string())
    if ((words ?? '') !== written.current) setReturned(words)
  })
  /** What is being stored. */
  const sending = useRef<string>(undefined)

  function keep(words: string): void {
    written.current = words
    if (words !== '' || sending.current === undefined) writeDraft(draft, words)
  }

  async function send(content: string): Promise<boolean> {
    // Not awaited where it is known: the field's words are erased from the tab in the same task.
    const known = session.status === 'signed-in' ? session : await whenKnown()
    if (!known) {
      promptLogin({ event_hash, intent: intentOf(post) })
      return false
    }
    const said = { eventHash: event_hash, postId: post_id, content, ownerUserId: known.user.id }
    // Until they are stored the words are the draft's: a page that is closed now would lose them.
    sending.current = content
    void queueChange({ key: randomKey(), kind: 'comment', ...said }).then(() => {
      sending.current = undefined
      if (visibleText(readDraft(draft, v.string()) ?? '') === content) forgetDraft(draft)
    })
    return true
  }

  const carryOut = useEffectEvent(async () => {
    if (!takeDueIntent(intentOf(post))) return
    const content = visibleText(readDraft(draft, v.string()) ?? '')
    if (content && !(await send(content))) setReturned(content)
  })
  useEffect(() => {
    if (status === 'signed-in') void carryOut()
  }, [status])

  const refused = changes.find(
    ({ kind, postId, state }) => kind === 'comment' && postId === post_id && state === 'refused',
  )?.content
  const giveBack = useEffectEvent((content: string) => {
    // What was written meanwhile stays; the refusal says the words.
    if (!readDraft(draft, v.string())) setReturned(content)
  })
  useEffect(() => {
    if (refused) giveBack(refused)
  }, [refused])

  // The page before this one stored the words, and was gone before it knew.
  const isOurs = ({ User, content }: Comment) =>
    User.id === session.user?.id && content === returned
  const wasSent = returned !== undefined && post.Comments.some(isOurs)
  const takeOut = useEffectEvent(() => {
    if (readDraft(draft, v.string()) !== returned) return
    forgetDraft(draft)
    setReturned(undefined)
  })
  useEffect(() => {
    if (wasSent) takeOut()
  }, [wasSent])

  return { send, keep, held: status === 'loading' ? whenKnown : undefined, returned, round }
}

/** What the field begins with; nothing where a comment about the post is to be sent after the login, as its words are the draft's. */
function firstWords(post: Post): string | undefined {
  if (isIntentDue(intentOf(post))) return undefined
  return readDraft(commentDraft(post), v.string())
}

function intentOf({ event_hash, id: post_id }: Post): Intent {
  return { event_hash, post_id, kind: 'comment' }
}

/** All comments of a post, newest first. */
function commentsQuery(event_hash: string, post_id: number) {
  return queryOptions({
    queryKey: queryKeys.comments(event_hash, post_id),
    queryFn: async ({ signal }) => {
      const params = { event_hash, post_id }
      const token = readTokenCookie(event_hash)
      const { comments } = await call(api.listComments, { params, token, signal })
      return comments
    },
  })
}
