import { Link } from '@tanstack/react-router'
import type { PhotoComment } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import './people.css'

interface EveryCommentProps {
  event_hash: string
  comments: readonly PhotoComment[]
}

/** The comments of all photos of an Orma, each leading to its photo. */
export function EveryComment({ event_hash, comments }: EveryCommentProps) {
  return (
    <ul className="pe-comments">
      {comments.map(({ id, content, createdAt, User, Post }) => (
        <li key={id}>
          <Link
            to="/$event_hash/post/$id"
            params={{ event_hash, id: String(Post.id) }}
            className="pe-row"
          >
            <span className="pe-photo">
              <Thumb src={Post.compressed_url} alt="" thumbhash={Post.thumbhash} />
            </span>
            <span className="pe-words">
              <span className="pe-by">
                <b dir="auto">{User.name ?? texts.common.anonymous}</b>{' '}
                <RelativeTime iso={createdAt} />
              </span>{' '}
              <span className="pe-content">{content}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
