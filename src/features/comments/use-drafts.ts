import { useState } from 'react'
import type { Comment } from '../../../contract/entities.ts'
import { restoreComment } from '../../posts/post-reactions.ts'

/** A comment whose editor is open. */
interface Draft {
  comment: Comment
  /** The editor's first text. */
  words: string
}

/**
 * The open editors of a list of comments. Such a comment stays in the list: others who comment push it out of the newest ones, and
 * what its author is writing would go with it. One that was deleted stays too, until it is sent and the refusal says the words.
 */
export function useDrafts(comments: readonly Comment[]) {
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  return {
    shown: drafts.reduce((list, { comment }) => restoreComment(list, comment), comments),
    draftOf: ({ id }: Comment) => drafts.find(({ comment }) => comment.id === id)?.words,
    /** `words`: undefined closes the editor. */
    setDraft: (comment: Comment, words: string | undefined) =>
      setDrafts((open) => {
        const others = open.filter((draft) => draft.comment.id !== comment.id)
        return words === undefined ? others : [...others, { comment, words }]
      }),
  }
}
