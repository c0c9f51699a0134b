import { useCallback, useEffect, useMemo, useState } from 'react'
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router'
import type { Event } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { usePosts } from '../cache/page/use-posts.ts'
import { displayDay } from '../../contract/display-day.ts'
import { useWholeFeed } from '../features/feed/use-fresh-posts.ts'
import { AppHeader } from '../features/header/app-header.tsx'
import { enterFullScreen } from '../ui/layout/full-screen.ts'
import { readWishes, storedMood, storeMood } from '../features/slideshow/moods.ts'
import type { Mood } from '../features/slideshow/moods.ts'
import { storeSelection, readSelection } from '../features/slideshow/selection.ts'
import { SlideshowIntro } from '../features/slideshow/slideshow-intro.tsx'
import { Slides } from '../features/slideshow/slides.tsx'
import { useNoContact } from '../live/use-no-contact.ts'
import { LoadFailed } from '../shell/list-state.tsx'
import { OfflineAge } from '../shell/offline-age.tsx'
import { SlideshowScreen } from './slideshow-screen.tsx'

const route = getRouteApi('/$event_hash/slideshow')

/** Nobody may be there to try again. */
const ASK_AGAIN_MS = 10_000

/** `/{event_hash}/slideshow`. */
export function SlideshowPage() {
  const { event_hash } = route.useParams()
  return (
    <SlideshowScreen
      event_hash={event_hash}
      title={texts.slideshow.title}
      refusal={texts.slideshow.desktopOnly}
    >
      {(event) => <Slideshow event={event} />}
    </SlideshowScreen>
  )
}

function Slideshow({ event }: { event: Event }) {
  const { event_hash } = event
  const feed = useWholeFeed(event_hash)
  const { data, error, hasNextPage, refetch } = feed
  const [isRunning, setRunning] = useRunning()
  const [mood, setMood] = useMood()
  const [selected, setSelected] = useState(() => readSelection(event_hash))
  const all = usePosts(data)
  const [posts, selectedCount] = useMemo(() => {
    const chosen = all.filter(({ id }) => selected.has(id))
    // Deleted photos do not count; where none is left, all are shown.
    const count = hasNextPage ? selected.size : chosen.length
    return [count === 0 ? all : chosen, count]
  }, [all, hasNextPage, selected])
  const noContact = useNoContact()
  // While the rest is loaded they are counted all the same; without contact only what is here can be shown.
  const isToCome = selectedCount === 0 && hasNextPage && !noContact
  const photoCount = isToCome ? Math.max(event.postCount, posts.length) : posts.length
  const stop = useCallback(() => setRunning(false), [setRunning])
  const day = displayDay(event.event_date.slice(0, 'YYYY-MM-DD'.length))
  // What was chosen may be on a page that is yet to be loaded.
  const isEmpty = data !== undefined && posts.length === 0 && !hasNextPage
  const isFailed = error !== null && !data
  useEffect(() => {
    if (!isRunning || !isFailed) return
    const timer = setInterval(() => void refetch(), ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isRunning, isFailed, refetch])
  const shared = { event, day, mood, onMood: setMood }
  if (isRunning && !isFailed)
    return <Slides {...shared} posts={posts} isEmpty={isEmpty} onExit={stop} />
  const start = () => {
    void enterFullScreen()
    setRunning(true)
  }
  const showAll = () => {
    storeSelection(event_hash, new Set())
    setSelected(new Set())
  }
  return (
    <>
      <AppHeader over="night" />
      <main id="main">
        <OfflineAge query={feed} />
        {isFailed ? (
          <LoadFailed error={error} text={texts.feed.failed} onRetry={() => void refetch()} />
        ) : (
          <SlideshowIntro
            {...shared}
            photoCount={data && photoCount}
            selectedCount={selectedCount}
            onStart={start}
            onShowAll={showAll}
          />
        )}
      </main>
    </>
  )
}

/** Whether the slideshow runs: kept in the history entry, so that it goes on after a reload, or asked for by the address. */
function useRunning() {
  const navigate = useNavigate()
  const isRunning = useLocation({
    select: ({ state, searchStr }) => state.running === true || readWishes(searchStr).starts,
  })
  const setRunning = useCallback(
    (running: boolean) =>
      void navigate({
        to: '.',
        // The address would start it again.
        search: ({ start: _start, ...rest }: Search) => rest,
        state: running ? { running } : {},
        replace: true,
      }),
    [navigate],
  )
  return [isRunning, setRunning] as const
}

type Search = Record<string, unknown>

/** The mood that the address names, otherwise the one that was last chosen on this device. */
function useMood() {
  const navigate = useNavigate()
  const named = useLocation({ select: ({ searchStr }) => readWishes(searchStr).mood })
  const [chosen, setChosen] = useState(storedMood)
  const setMood = useCallback(
    (mood: Mood) => {
      storeMood(mood)
      setChosen(mood)
      if (!named) return
      const search = (before: Search) => ({ ...before, mood })
      void navigate({ to: '.', search, state: true, replace: true })
    },
    [navigate, named],
  )
  return [named ?? chosen, setMood] as const
}
