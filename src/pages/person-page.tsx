import { useMemo } from 'react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Event } from '../../contract/entities.ts'
import { isOrganiser } from '../../contract/rules.ts'
import { texts } from '../../contract/texts.ts'
import { useTiles } from '../cache/page/use-posts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { peopleQuery, veiled } from '../features/people/people-queries.ts'
import { RemovePerson } from '../features/people/remove-person.tsx'
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
      <main id="main" className={styles.wide}>
        <ForOrganisers event_hash={event_hash} refusal={texts.people.ownerOnly} isPage>
          {({ user, token }, orma) => (
            <Person key={id} orma={orma} user_id={Number(id)} viewerId={user.id} token={token} />
          )}
        </ForOrganisers>
      </main>
    </>
  )
}

interface PersonProps {
  orma: Event
  user_id: number
  viewerId: number
  token: string
}

function Person({ orma, user_id, viewerId, token }: PersonProps) {
  const { event_hash, allowVideos: hasVideos } = orma
  const navigate = useNavigate()
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
          {person && person.photoCount > 0 && texts.event.photoCount(person.photoCount, hasVideos)}
        </p>
        {person && !isOrganiser(orma, user_id) && (
          <RemovePerson
            event_hash={event_hash}
            person={person}
            token={token}
            onRemoved={() => void navigate({ to: '/$event_hash/people', params: { event_hash } })}
          />
        )}
      </div>
      <PostGrid
        feed={feed}
        posts={posts}
        label={texts.withVideos(hasVideos, texts.people.photosBy(title))}
        isForOwner
        list={{ kind: 'person', user_id }}
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
