import { useCallback, useState } from 'react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { texts } from '../../contract/texts.ts'
import { useTiles } from '../cache/page/use-posts.ts'
import { feedQuery } from '../features/feed/feed-queries.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { enterFullScreen } from '../ui/layout/full-screen.ts'
import { SelectImages } from '../features/slideshow/select-images.tsx'
import { storeSelection, readSelection } from '../features/slideshow/selection.ts'
import { MoreFailed } from '../ui/notices/more-failed.tsx'
import { Spinner } from '../ui/notices/spinner.tsx'
import { useStableOrder } from '../ui/layout/use-stable-order.ts'
import { ListState } from '../shell/list-state.tsx'
import { OfflineAge } from '../shell/offline-age.tsx'
import { SlideshowScreen } from './slideshow-screen.tsx'

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
  const { data, fetchNextPage } = feed
  const [selected, setSelected] = useState(() => readSelection(event_hash))
  const navigate = useNavigate()
  // Photos that come while somebody chooses stand at the end: no press may land on a neighbour.
  const posts = useStableOrder(useTiles(data))
  const canLoad = feed.hasNextPage && !feed.isFetching && !feed.isFetchNextPageError
  const loadMore = useCallback(() => {
    if (canLoad) void fetchNextPage()
  }, [canLoad, fetchNextPage])

  if (posts.length === 0)
    return <ListState query={feed} empty={texts.feed.empty} failed={texts.feed.failed} />
  const change = (ids: ReadonlySet<number>) => {
    storeSelection(event_hash, ids)
    setSelected(ids)
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
