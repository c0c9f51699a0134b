import { useCallback, useMemo, useState } from 'react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../contract/api.ts'
import type { Post } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { call } from '../api/call.ts'
import { missingFrom } from '../posts/feed-order.ts'
import { useTiles } from '../cache/page/use-posts.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { feedQuery } from '../features/feed/feed-queries.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { enterFullScreen } from '../ui/layout/full-screen.ts'
import { SelectImages } from '../features/slideshow/select-images.tsx'
import { storeSelection, readSelection } from '../features/slideshow/selection.ts'
import { useNoContact } from '../live/use-no-contact.ts'
import { readTokenCookie } from '../session/token-cookie.ts'
import { Coming } from '../ui/notices/coming.tsx'
import { Message } from '../ui/notices/message.tsx'
import { MoreFailed } from '../ui/notices/more-failed.tsx'
import { Spinner } from '../ui/notices/spinner.tsx'
import { useStableOrder } from '../ui/layout/use-stable-order.ts'
import { OfflineAge } from '../shell/offline-age.tsx'
import { FeedFailure, SlideshowScreen } from './slideshow-screen.tsx'

const route = getRouteApi('/$event_hash/slideshow/select_img_slideshow')

/** `/{event_hash}/slideshow/select_img_slideshow`. */
export function SelectImagesPage() {
  const { event_hash } = route.useParams()
  return (
    <SlideshowScreen
      event_hash={event_hash}
      title={texts.slideshow.selectImages}
      refusal={texts.slideshow.desktopOnlyForSelection}
    >
      {({ name }) => (
        <>
          <AppHeader title={name} />
          <main id="main" className="page page-wide">
            <h1>{texts.slideshow.selectImages}</h1>
            <Selection event_hash={event_hash} />
          </main>
        </>
      )}
    </SlideshowScreen>
  )
}

function Selection({ event_hash }: { event_hash: string }) {
  const feed = useInfiniteQuery(feedQuery(event_hash))
  const { data, error, refetch, fetchNextPage } = feed
  const [chosen, setChosen] = useState(() => readSelection(event_hash))
  const navigate = useNavigate()
  const noContact = useNoContact()
  // Photos that come while somebody chooses stand at the end: no press may land on a neighbour.
  const posts = useStableOrder(useTiles(data))
  const selected = usePresent(event_hash, chosen, posts)
  const canLoad = feed.hasNextPage && !feed.isFetching && !feed.isFetchNextPageError
  const loadMore = useCallback(() => {
    if (canLoad) void fetchNextPage()
  }, [canLoad, fetchNextPage])

  if (!data) {
    if (error) return <FeedFailure error={error} onRetry={() => void refetch()} />
    return (
      <Coming words={noContact && texts.offline[noContact]}>
        <p className="row quiet" role="status">
          <Spinner size={32} />
          {texts.slideshow.settingUp}
        </p>
      </Coming>
    )
  }
  if (posts.length === 0) return <Message drawing="frames">{texts.feed.empty}</Message>
  const change = (ids: ReadonlySet<number>) => {
    storeSelection(event_hash, ids)
    setChosen(ids)
  }
  const start = () => {
    // Browsers allow full screen only from a press, and the next screen has none.
    void enterFullScreen()
    void navigate({
      to: '/$event_hash/slideshow',
      params: { event_hash },
      state: { running: true },
    })
  }
  const end = feed.isFetchNextPageError ? (
    <MoreFailed list={feed} text={texts.feed.failed} />
  ) : (
    feed.hasNextPage && <Spinner label={texts.feed.loadingMore} />
  )
  return (
    <>
      <OfflineAge query={feed} />
      <p className="quiet">{texts.slideshow.selectHint}</p>
      <SelectImages
        posts={posts}
        selected={selected}
        onChange={change}
        onNearEnd={loadMore}
        end={end}
        onStart={start}
      />
    </>
  )
}

/** The chosen posts that still exist; of posts that are not loaded the server is asked. */
function usePresent(
  event_hash: string,
  chosen: ReadonlySet<number>,
  posts: readonly Post[],
): ReadonlySet<number> {
  const loaded = useMemo(() => new Set(posts.map(({ id }) => id)), [posts])
  const others = [...chosen].filter((id) => !loaded.has(id))
  const { data: gone } = useQuery({
    queryKey: [...queryKeys.event(event_hash), 'gone', others],
    queryFn: async ({ signal }) => {
      const token = readTokenCookie()
      const { ids } = await call(api.listPostIds, { params: { event_hash }, token, signal })
      return missingFrom(others, ids)
    },
    enabled: posts.length > 0 && others.length > 0,
  })
  return useMemo(() => new Set(missingFrom([...chosen], gone ?? [])), [chosen, gone])
}
