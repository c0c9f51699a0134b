import { setTimeout as wait } from 'node:timers/promises'
import type { LiveMessage } from '../../contract/live-messages.ts'
import { listenTo } from '../../tests/support/live-listener.ts'

const AGAIN_MS = 200

/** What somebody knows of an Orma who has only ever heard its news. */
export interface Heard {
  /** Of each post that is shown: who likes it, and its comments' texts. */
  posts: Map<number, { likes: Set<number>; comments: Map<number, string> }>
  /** How often they were told to ask for everything again. */
  resets: number
}

/** Listens for as long as it is wanted, through whatever breaks, and goes on each time from what it heard last. */
export interface LiveFollower {
  heard: () => Heard
  /** How often a stream was joined. */
  joins: () => number
  close: () => Promise<void>
}

/** Resolves when it listens. */
export async function followLive(origin: string, event_hash: string): Promise<LiveFollower> {
  const stop = new AbortController()
  const known: Heard = { posts: new Map(), resets: 0 }
  let listener = await listenTo(origin, event_hash)
  if (!listener.response.ok) throw new Error(`no live stream: ${listener.response.status}`)
  let taken = 0
  let joins = 1
  const following = follow()

  function heard(): Heard {
    for (const { message } of listener.heard.slice(taken)) take(known, message)
    taken = listener.heard.length
    return known
  }

  async function follow(): Promise<void> {
    let lastEventId: string | undefined
    stop.signal.addEventListener('abort', () => void listener.close())
    while (!stop.signal.aborted) {
      await listener.ended
      heard()
      lastEventId = listener.lastId() ?? lastEventId
      await wait(AGAIN_MS, undefined, { signal: stop.signal }).catch(() => undefined)
      const next = await listenTo(origin, event_hash, { lastEventId }).catch(() => undefined)
      if (!next?.response.ok) continue
      joins += 1
      taken = 0
      listener = next
      if (stop.signal.aborted) await next.close()
    }
  }

  return {
    heard,
    joins: () => joins,
    async close() {
      stop.abort()
      await following
    },
  }
}

function take(heard: Heard, message: LiveMessage): void {
  const { posts } = heard
  switch (message.type) {
    case 'POST_CHANGED': {
      const { id, status, Likes, Comments } = message.post
      if (status !== 'COMPLETED') return
      const likes = new Set(Likes.map(({ userId }) => userId))
      // It carries its newest comments alone.
      const comments = posts.get(id)?.comments ?? new Map<number, string>()
      for (const comment of Comments) comments.set(comment.id, comment.content)
      posts.set(id, { likes, comments })
      return
    }
    case 'POST_REMOVED':
      return void posts.delete(message.post_id)
    case 'LIKE_CHANGED': {
      const likes = posts.get(message.post_id)?.likes
      if (message.liked) likes?.add(message.userId)
      else likes?.delete(message.userId)
      return
    }
    case 'COMMENT_CHANGED':
      return void posts
        .get(message.post_id)
        ?.comments.set(message.comment.id, message.comment.content)
    case 'COMMENT_REMOVED':
      return void posts.get(message.post_id)?.comments.delete(message.comment_id)
    case 'RESET':
      heard.resets += 1
      return
    case 'EVENT_CHANGED':
  }
}
