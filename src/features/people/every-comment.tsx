import { Link } from '@tanstack/react-router'
import type { PhotoComment } from '../../../contract/entities.ts'
import { texts } from '../../../contract/texts.ts'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import { Thumb } from '../../photos/thumb.tsx'
import styles from './people.module.css'

interface EveryCommentProps {
  event_hash: string
  comments: readonly PhotoComment[]
}

/** The comments of all photos of an Orma, each leading to its photo. */
export function EveryComment({ event_hash, comments }: EveryCommentProps) {
  return (
    <ul className={styles.comments}>
      {comments.map(({ id, content, createdAt, User, Post }) => (
        <li key={id}>
          <Link
            to="/$event_hash/post/$id"
            params={{ event_hash, id: String(Post.id) }}
            className={styles.row}
          >
            <span className={styles.photo}>
              <Thumb src={Post.compressed_url} alt="" thumbhash={Post.thumbhash} />
            </span>
            <span className={styles.text}>
              <span className={styles.author}>
                <b dir="auto">{User.name ?? texts.common.anonymous}</b>{' '}
                <RelativeTime iso={createdAt} />
              </span>{' '}
              <span className={styles.content}>{content}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
