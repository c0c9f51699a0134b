import { useState } from 'react'
import type { Comment } from '../../../contract/entities.ts'
import { restoreComment } from '../../posts/post-reactions.ts'

/** What is open in a comment's row: its editor, with its first text, or the question whether to delete it. */
export type Open = { draft: string } | 'deletion'

interface OpenRow {
  comment: Comment
  open: Open
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
