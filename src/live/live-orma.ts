import type { QueryClient } from '@tanstack/react-query'
import type { LiveMessage } from '../../contract/live-messages.ts'
import { isSilent, subscribeToContact } from '../api/contact.ts'
import { allOutboxes } from '../outbox/page/page-outboxes.ts'
import { announceUploads, listenToWorker } from '../outbox/queue/announce.ts'
import { endPoll } from '../outbox/queue/poll.ts'
import type { PostNews } from '../outbox/queue/poll.ts'
import { forgetPosts } from '../cache/cached-posts.ts'
import { cacheThumb } from '../cache/picture-quota.ts'
import { askForOrma } from './renew-lists.ts'
import { checkShownPages, findGone } from './check-cached-pages.ts'
import { createCatchUp } from '../download/downloads.ts'
import { createLiveIdStore, readLiveId } from './live-id.ts'
import { followLive } from './follow-live.ts'
import { askForOlder, createNews } from './live-news.ts'
import { setLive } from './live-state.ts'

interface Viewer {
  /** Undefined: nobody is signed in. */
  userId: number | undefined
  token: string | undefined
}

/**
 * Keeps what this page shows of an Orma up to date, within a second, for as long as it is looked at. Returns the function that
 * ends it.
 */
export function followOrma(
  queryClient: QueryClient,
  event_hash: string,
  { userId, token }: Viewer,
): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  void readLiveId(event_hash).then((lastId) => {
    if (!isOver) stop = follow(queryClient, event_hash, { userId, token, lastId })
  })
  return () => {
    isOver = true
    stop?.()
  }
}

function follow(
  queryClient: QueryClient,
  event_hash: string,
  { userId, token, lastId }: Viewer & { lastId: string | undefined },
): () => void {
  /** Posts that were reported deleted: an answer under way may still have them. */
  const gone = new Set<number>()
  const forget = (ids: readonly number[]) => {
    for (const id of ids) gone.add(id)
    forgetPosts(event_hash, ids).catch(() => undefined)
  }
  const news = createNews(queryClient, event_hash)
  const heard = createLiveIdStore(event_hash)
  const whole = createCatchUp(event_hash, token)
  const checkPages = (all: boolean) =>
    void checkShownPages(queryClient, event_hash, { token, all, gone })

  /** The stream may have missed deletions, so the server is asked for them until it answers. */
  let isUnsure = lastId === undefined
  heard.hold(isUnsure)
  const checkAll = async () => {
    const ids = await findGone(queryClient, event_hash, token)
    forget(ids)
    for (const post_id of ids) news.take({ type: 'POST_REMOVED', post_id })
    isUnsure = false
    heard.hold(false)
  }
  const hear = (message: LiveMessage) => {
    news.take(message)
    if (message.type === 'RESET') {
      isUnsure = true
      heard.hold(true)
      void checkAll().catch(() => undefined)
      checkPages(true)
      whole.hint(true)
    }
    if (message.type === 'POST_CHANGED') {
      const { post } = message
      gone.delete(post.id)
      whole.hint()
      if (post.User.id === userId) {
        void endPolls(post)
        cacheThumb(post).catch(() => undefined)
      }
    }
    if (message.type === 'POST_REMOVED') {
      const { post_id } = message
      void endPolls({ event_hash, id: post_id, status: 'GONE' })
      // Also where no list of this page has it.
      forget([post_id])
    }
  }
  // Also hears of this device's photos from whoever follows them, for when the stream does not.
  const stopListening = listenToWorker((message) => {
    if (message.type !== 'POST_FINISHED' || message.post.event_hash !== event_hash) return
    const { id } = message.post
    // The answer was on its way while it was removed.
    if (gone.has(id)) void endPolls({ event_hash, id, status: 'GONE' })
    else hear({ type: 'POST_CHANGED', post: message.post })
  })
  // Of a page that came late the cached one is shown, and no stream may open soon.
  const stopChecking = subscribeToContact(() => {
    if (!isSilent()) checkPages(false)
  })
  const stop = followLive({
    event_hash,
    token,
    lastId,
    onHeard: (id) => heard.note(id),
    onOpen: (isResumed) => {
      setLive(event_hash)
      if (!isResumed) askForOlder(queryClient, event_hash)
      checkPages(false)
      if (isUnsure) void checkAll().catch(() => undefined)
      whole.hint(!isResumed)
    },
    onMessage: hear,
    onClose: () => setLive(undefined),
    onRefused: () => askForOrma(queryClient, event_hash),
  })
  return () => {
    stop()
    stopListening()
    stopChecking()
    news.stop()
    whole.stop()
    heard.write()
  }
}

/** Live news of a photo of this device ends the polling for it. */
async function endPolls(news: PostNews): Promise<void> {
  for (const outbox of allOutboxes) {
    // With the device's storage in trouble the polling goes on.
    const isEnded = await endPoll(outbox, news).catch(() => false)
    if (isEnded) announceUploads()
  }
}
