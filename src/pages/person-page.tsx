import { useMemo } from 'react'
import { getRouteApi } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { useTiles } from '../cache/page/use-posts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { peopleQuery, veiled } from '../features/people/people-queries.ts'
import { userPostsQuery } from '../session/user-queries.ts'
import { ListState } from '../shell/list-state.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { ForOwner } from './for-owner.tsx'
import { PostGrid } from './post-grid.tsx'
import styles from '../features/people/people.module.css'

const route = getRouteApi('/$event_hash/people/$id')

/** `/{event_hash}/people/{id}`. */
export function PersonPage() {
  const { event_hash, id } = route.useParams()
  const { data: event } = useQuery(eventQuery(event_hash))
  return (
    <>
      <AppHeader title={event?.name} />
      <main id="main">
        <ForOwner event_hash={event_hash} refusal={texts.people.ownerOnly} isPage>
          {({ token }) => (
            <Person
              key={id}
              event_hash={event_hash}
              user_id={Number(id)}
              token={token}
              hasVideos={event?.allowVideos ?? false}
            />
          )}
        </ForOwner>
      </main>
    </>
  )
}

interface PersonProps {
  event_hash: string
  user_id: number
  token: string
  hasVideos: boolean
}

function Person({ event_hash, user_id, token, hasVideos }: PersonProps) {
  const { data: people } = useQuery(peopleQuery(event_hash, token))
  const feed = useInfiniteQuery(userPostsQuery(event_hash, user_id, { token }))
  const told = useTiles(feed.data)
  const posts = useMemo(() => told.map(veiled), [told])
  const person = people?.find(({ User }) => User.id === user_id)
  const { name } = person?.User ?? posts[0]?.User ?? {}
  const title = name ?? (name === null ? texts.common.anonymous : texts.people.title)
  useDocumentTitle(title)
  const { noPhotos, photosFailed } = texts.people
  return (
    <>
      <div className={styles.head}>
        <h1>{title}</h1>
        <p className="quiet">
          {person && person.photoCount > 0 && texts.event.photoCount(person.photoCount, hasVideos)}
        </p>
      </div>
      <PostGrid
        feed={feed}
        posts={posts}
        label={texts.withVideos(hasVideos, texts.people.photosBy(title))}
        isForOwner
      >
        <ListState
          query={feed}
          empty={texts.withVideos(hasVideos, noPhotos)}
          failed={texts.withVideos(hasVideos, photosFailed)}
        />
      </PostGrid>
    </>
  )
}
