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
import { ForOrganisers } from './for-organisers.tsx'
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
        <ForOrganisers event_hash={event_hash} refusal={texts.people.ownerOnly} isPage>
          {({ user, token }) => (
            <Person
              key={id}
              event_hash={event_hash}
              user_id={Number(id)}
              viewerId={user.id}
              token={token}
            />
          )}
        </ForOrganisers>
      </main>
    </>
  )
}

interface PersonProps {
  event_hash: string
  user_id: number
  viewerId: number
  token: string
}

function Person({ event_hash, user_id, viewerId, token }: PersonProps) {
  const { data: people } = useQuery(peopleQuery(event_hash, token))
  const feed = useInfiniteQuery(userPostsQuery(event_hash, user_id, { token }))
  const told = useTiles(feed.data)
  const posts = useMemo(() => told.map((post) => veiled(post, viewerId)), [told, viewerId])
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
          {person && person.photoCount > 0 && texts.event.photoCount(person.photoCount)}
        </p>
      </div>
      <PostGrid feed={feed} posts={posts} label={texts.people.photosBy(title)} isForOwner>
        <ListState query={feed} empty={noPhotos} failed={photosFailed} />
      </PostGrid>
    </>
  )
}
