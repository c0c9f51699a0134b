import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { Participant, PhotoComment } from '../../../contract/participants.ts'
import { texts } from '../../../contract/texts.ts'
import { Avatar } from '../../ui/layout/avatar.tsx'
import { RelativeTime } from '../../ui/notices/relative-time.tsx'
import { Thumb } from '../../photos/thumb.tsx'
import styles from './people.module.css'

interface PeopleListProps {
  event_hash: string
  people: readonly Participant[]
  /** Whether they may have added videos. */
  hasVideos: boolean
}

/** Who took part in an Orma, each leading to their photos. */
export function PeopleList({ event_hash, people, hasVideos }: PeopleListProps) {
  return (
    <ul className={styles.people}>
      {people.map((person) => {
        const { id } = person.User
        const name = person.User.name ?? texts.common.anonymous
        return (
          <li key={id}>
            <Link
              to="/$event_hash/people/$id"
              params={{ event_hash, id: String(id) }}
              className={styles.row}
            >
              <Avatar name={name} size={44} />
              <span className={styles.text}>
                <b dir="auto">{name}</b>
                <span className="quiet small">{countsText(person, hasVideos)}</span>
              </span>
              <ChevronRight size={20} aria-hidden />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** What somebody added, in words. */
function countsText({ photoCount, commentCount }: Participant, hasVideos: boolean): string {
  const photos = photoCount > 0 && texts.event.photoCount(photoCount, hasVideos)
  const comments = commentCount > 0 && texts.post.comments(commentCount)
  return [photos, comments].filter(Boolean).join(' · ') || texts.people.nothingYet
}

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
