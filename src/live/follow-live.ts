import { api } from '../../contract/api.ts'
import { LIVE_SILENCE_MS } from '../../contract/limits.ts'
import type { LiveMessage } from '../../contract/live-messages.ts'
import { ApiError } from '../api/api-error.ts'
import { isSilent, noteContact, subscribeToContact } from '../api/contact.ts'
import { isGone, isPaused, isRefused } from '../api/refused-orma.ts'
import { readStream } from '../api/read-stream.ts'
import { retryDelayMs } from '../outbox/queue/retry-delay.ts'

/** A paused Orma is asked for as after so many attempts, again and again: it may be open again any moment. */
const PAUSED_ATTEMPTS = 3

export interface FollowOptions {
  event_hash: string
  token: string | undefined
  /** The id that this device heard last, where it has. */
  lastId: string | undefined
  /** The stream is open; `isResumed`: it goes on where it was, and tells what was missed. */
  onOpen: (isResumed: boolean) => void
  onMessage: (message: LiveMessage) => void
  /** All up to this id was heard. */
  onHeard: (id: string) => void
  onClose: () => void
  /** Nobody may listen: the Orma is gone, or paused. */
  onRefused: () => void
}

/**
 * Listens to what happens in an Orma for as long as the page is in sight, and again, after growing waits, whenever the line
 * was cut. Gives what ends that.
 */
export function followLive(options: FollowOptions): () => void {
  const { onOpen, onMessage, onHeard, onClose, onRefused, event_hash, token } = options
  const stop = new AbortController()
  let line: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let { lastId } = options
  let attempts = 0

  async function connect(): Promise<void> {
    clearTimeout(timer)
    if (line || document.visibilityState === 'hidden') return
    const own = new AbortController()
    line = own
    const wait = await listen(own.signal)
    onClose()
    if (line !== own) return
    line = undefined
    attempts += 1
    timer = setTimeout(() => void connect(), Math.max(wait, retryDelayMs(attempts)))
  }

  /** Gives how long the server wants to be left alone, in milliseconds. */
  async function listen(signal: AbortSignal): Promise<number> {
    let isOpen = false
    try {
      await readStream(api.listenLive, {
        params: { event_hash },
        token,
        lastId,
        silenceMs: LIVE_SILENCE_MS,
        signal,
        onOpen: () => {
          isOpen = true
          attempts = 0
          onOpen(lastId !== undefined)
          noteContact(true)
        },
        onEvent: (id, message) => {
          lastId = id ?? lastId
          if (message) onMessage(message)
          if (id !== undefined) onHeard(id)
        },
      })
    } catch (error) {
      if (!(error instanceof ApiError)) {
        if (!isOpen && !signal.aborted) noteContact(false)
        return 0
      }
      if (isRefused(error)) onRefused()
      // There is nothing to listen to any more.
      if (isGone(error)) stop.abort()
      if (isPaused(error)) attempts = Math.min(attempts, PAUSED_ATTEMPTS)
      return (error.retryAfterSeconds ?? 0) * 1000
    }
    return 0
  }

  function leave(): void {
    clearTimeout(timer)
    line?.abort()
    line = undefined
  }

  /** Whatever line there was, it was another network's. */
  function reconnect(): void {
    leave()
    void connect()
  }

  const { signal } = stop
  signal.addEventListener('abort', leave)
  // A page that is left may be kept for coming back to, but only without connections.
  window.addEventListener('pagehide', leave, { signal })
  window.addEventListener('pageshow', () => void connect(), { signal })
  window.addEventListener('online', reconnect, { signal })
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? leave() : void connect()),
    { signal },
  )
  const unsubscribe = subscribeToContact(() => {
    if (!isSilent()) void connect()
  })
  signal.addEventListener('abort', unsubscribe)
  void connect()
  return () => stop.abort()
}
