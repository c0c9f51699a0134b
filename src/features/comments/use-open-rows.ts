import { useState } from 'react'
import type { Comment, Post } from '../../../contract/entities.ts'
import { restoreComment } from '../../posts/post-reactions.ts'

/** What is open in a comment's row: its editor, or the question whether to delete it. */
export type Open = 'editor' | 'deletion'

interface OpenRow {
  comment: Comment
  open: Open
}

/** Name of the draft of a new comment, or of a changed one; the latter begins with the former. */
export function commentDraft(post: Pick<Post, 'event_hash' | 'id'>, comment_id?: number): string {
  return `${post.event_hash}/${post.id}/${comment_id ?? ''}`
}

/**
 * What is open in the rows of a list of comments. Such a comment stays in the list: others who comment push it out of the newest
 * ones, and what its author is writing, or is about to answer, would go with it. One that was deleted stays too, until its words
 * are sent and the refusal says them.
 */
export function useOpenRows(comments: readonly Comment[]) {
  const [rows, setRows] = useState<readonly OpenRow[]>([])
  return {
    shown: rows.reduce((list, { comment }) => restoreComment(list, comment), comments),
    openOf: ({ id }: Comment) => rows.find(({ comment }) => comment.id === id)?.open,
    /** `open`: undefined closes what is open there. */
    setOpen: (comment: Comment, open: Open | undefined) =>
      setRows((known) => {
        const others = known.filter((row) => row.comment.id !== comment.id)
        return open === undefined ? others : [...others, { comment, open }]
      }),
  }
}
