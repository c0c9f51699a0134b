import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { eventQuery } from '../features/event/event-query.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { EveryComment, PeopleList } from '../features/people/people-lists.tsx'
import { everyCommentQuery, peopleQuery, totalsQuery } from '../features/people/people-queries.ts'
import { TotalsList } from '../features/people/totals-list.tsx'
import { ListState } from '../shell/list-state.tsx'
import { OfflineAge } from '../shell/offline-age.tsx'
import { useDocumentTitle } from '../ui/layout/document-title.ts'
import { LoadMore } from '../ui/notices/load-more.tsx'
import { Tabs } from '../ui/layout/tabs.tsx'
import { ForOrganisers } from './for-organisers.tsx'
import { useOwnLocation } from './own-location.ts'
import styles from '../features/people/people.module.css'

const route = getRouteApi('/$event_hash/people')

/** By the URL's hash; the people have none. */
const TABS = [
  { id: '', text: texts.people.people },
  { id: 'comments', text: texts.people.comments },
]

/** `/{event_hash}/people`. */
export function PeoplePage() {
  const { event_hash } = route.useParams()
  const { data: event } = useQuery(eventQuery(event_hash))
  const { hash } = useOwnLocation()
  const tab = hash === 'comments' ? hash : ''
  const navigate = useNavigate()
  const hasVideos = event?.allowVideos ?? false
  const title = texts.withVideos(hasVideos, texts.people.title)
  useDocumentTitle(title)
  const close = () => void navigate({ to: '/$event_hash', params: { event_hash } })
  return (
    <>
      <AppHeader title={event?.name} onClose={close} />
      <main id="main">
        <div className={`${styles.head} ${styles.wide}`}>
          <h1>{title}</h1>
        </div>
        <ForOrganisers event_hash={event_hash} refusal={texts.people.ownerOnly}>
          {({ token }) => (
            <>
              <Totals event_hash={event_hash} token={token} />
              <Tabs label={texts.people.views} tabs={TABS} current={tab} />
              <div className="page page-wide">
                {tab === '' ? (
                  <People event_hash={event_hash} token={token} hasVideos={hasVideos} />
                ) : (
                  <Comments event_hash={event_hash} token={token} />
                )}
              </div>
            </>
          )}
        </ForOrganisers>
      </main>
    </>
  )
}

interface ListProps {
  event_hash: string
  token: string
}

/** Nothing until it is known: the lists below do not wait for it. */
function Totals({ event_hash, token }: ListProps) {
  const { data } = useQuery(totalsQuery(event_hash, token))
  return data ? <TotalsList totals={data} /> : null
}

function People({ event_hash, token, hasVideos }: ListProps & { hasVideos: boolean }) {
  const query = useQuery(peopleQuery(event_hash, token))
  const { nobody, failed } = texts.people
  if (!query.data?.length) return <ListState query={query} empty={nobody} failed={failed} />
  return (
    <>
      <OfflineAge query={query} />
      <PeopleList event_hash={event_hash} people={query.data} hasVideos={hasVideos} />
    </>
  )
}

function Comments({ event_hash, token }: ListProps) {
  const query = useInfiniteQuery(everyCommentQuery(event_hash, token))
  const { noComments, commentsFailed } = texts.people
  const comments = query.data?.pages.flat() ?? []
  if (comments.length === 0)
    return <ListState query={query} empty={noComments} failed={commentsFailed} />
  return (
    <>
      <OfflineAge query={query} />
      <EveryComment event_hash={event_hash} comments={comments} />
      <LoadMore list={query} failed={commentsFailed} />
    </>
  )
}
