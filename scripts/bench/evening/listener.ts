import { setTimeout as wait } from 'node:timers/promises'
import * as v from 'valibot'
import { API_BASE, api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { LIVE_SILENCE_MS } from '../../../contract/limits.ts'
import { liveMessage } from '../../../contract/live-messages.ts'
import type { LiveMessage } from '../../../contract/live-messages.ts'
import type { CallBook } from './call-book.ts'
import { openAnswer } from './paced-request.ts'

const RECONNECT_MS = 1_000

/** Somebody who listened to the Orma; times in milliseconds since the beginning. */
export interface Listening {
  openedAt: number
  closedAt: number
  /** When each news was heard first, by its key. */
  heard: Map<string, number>
  /** When it was last told to ask for everything again. */
  resetAt: number
  /** Streams that ended by themselves. */
  cuts: number
}

export interface Listener {
  listening: Listening
  /** Puts the phone away. */
  close: () => void
}

/** What a message is known by; undefined: it is none of the news that are looked for. */
function newsKey(message: LiveMessage): string | undefined {
  if (message.type === 'POST_CHANGED' && message.post.status === 'COMPLETED')
    return `photo ${message.post.sha256}`
  if (message.type === 'LIKE_CHANGED' && message.liked)
    return `like ${message.post_id} ${message.userId}`
  if (message.type === 'COMMENT_CHANGED') return `comment ${message.comment.id}`
  return undefined
}

/** Listens until closed, going on from the last event where a stream was cut. */
export function listen(
  { origin, event_hash }: { origin: string; event_hash: string },
  token: string | undefined,
  book: CallBook,
  ending: AbortSignal,
  onNews: () => void = () => undefined,
): Listener {
  const closing = new AbortController()
  const signal = AbortSignal.any([closing.signal, ending])
  const listening = {
    openedAt: Infinity,
    closedAt: Infinity,
    heard: new Map(),
    resetAt: -1,
    cuts: 0,
  }
  const url = origin + API_BASE + endpointPath(api.listenLive, { event_hash })
  let lastId: string | undefined

  async function readOne(): Promise<void> {
    const at = book.now()
    const headers: Record<string, string> = lastId ? { 'last-event-id': lastId } : {}
    const stream = await openAnswer(url, { headers, token }, { agent: false, signal })
    const [requestId] = [stream.headers['x-request-id'] ?? []].flat()
    book.add({ kind: 'listen', at, ms: book.now() - at, status: stream.statusCode ?? 0, requestId })
    if (stream.statusCode !== 200) return void stream.destroy()
    listening.openedAt = Math.min(listening.openedAt, book.now())
    stream.setTimeout(LIVE_SILENCE_MS, () => stream.destroy())
    let rest = ''
    for await (const text of stream.setEncoding('utf8')) {
      const blocks = (rest + String(text)).split('\n\n')
      rest = blocks.pop() ?? ''
      blocks.forEach(hear)
    }
  }

  function hear(block: string): void {
    lastId = /^id: (.*)$/m.exec(block)?.[1] ?? lastId
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (data === undefined) return
    const message = v.parse(liveMessage, JSON.parse(data))
    if (message.type === 'RESET') listening.resetAt = book.now()
    onNews()
    const key = newsKey(message)
    if (key && !listening.heard.has(key)) listening.heard.set(key, book.now())
  }

  async function listenOn(): Promise<void> {
    while (!signal.aborted) {
      // However it ends, it is listened again.
      await readOne().catch(() => undefined)
      if (signal.aborted) return
      listening.cuts += 1
      await wait(RECONNECT_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  void listenOn()

  return {
    listening,
    close() {
      listening.closedAt = book.now()
      closing.abort()
    },
  }
}
