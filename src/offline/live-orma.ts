import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../contract/entities.ts'
import { announceFinished, announceUploads } from '../uploads/announce.ts'
import { forgetPost } from '../device/write-kept.ts'
import { endPoll } from '../uploads/end-poll.ts'
import type { PostNews } from '../uploads/end-poll.ts'
import { checkShownPages } from './check-kept-pages.ts'
import { createHeardNote, readHeard } from './heard-live.ts'
import { followLive } from './follow-live.ts'
import { askForOlder, createNews } from './live-news.ts'
import { setLive } from './live-state.ts'
import { allOutboxes } from './page-outboxes.ts'

export interface Viewer {
  /** Undefined where nobody is signed in. */
  userId: number | undefined
  token: string | undefined
}

/** Keeps what this page shows of an Orma as it is on the server, within a second, for as long as it is looked at. Gives what ends that. */
export function followOrma(
  queryClient: QueryClient,
  event_hash: string,
  { userId, token }: Viewer,
): () => void {
  let stop: (() => void) | undefined
  let isOver = false
  void readHeard(event_hash).then((lastId) => {
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
  const news = createNews(queryClient, event_hash)
  const heard = createHeardNote(event_hash)
  const checkPages = (all: boolean) => void checkShownPages(queryClient, event_hash, { token, all })
  const stop = followLive({
    event_hash,
    token,
    lastId,
    onHeard: (id) => heard.note(id),
    onOpen: (isResumed) => {
      setLive(event_hash)
      if (!isResumed) askForOlder(queryClient, event_hash)
      checkPages(false)
    },
    onMessage: (message) => {
      news.take(message)
      if (message.type === 'RESET') checkPages(true)
      if (message.type === 'POST_CHANGED' && message.post.User.id === userId) {
        void endOwn(message.post)
      }
      if (message.type === 'POST_REMOVED') {
        const { post_id } = message
        void endPolls({ event_hash, id: post_id, status: 'GONE' })
        // Also where no list of this page has it.
        forgetPost(event_hash, post_id).catch(() => undefined)
      }
    },
    onClose: () => setLive(undefined),
  })
  return () => {
    stop()
    news.stop()
    heard.write()
  }
}

/** One's own photo has its end state: nobody needs to ask for it any more. */
async function endOwn(post: Post): Promise<void> {
  if (post.status === 'READYFORPROCESSING') return
  await endPolls(post)
  announceFinished(post)
}

async function endPolls(news: PostNews): Promise<void> {
  for (const outbox of allOutboxes()) {
    // With the device's storage in trouble the poll goes on by itself.
    const isEnded = await endPoll(outbox, news).catch(() => false)
    if (isEnded) announceUploads()
  }
}
