import { api } from '../../contract/api.ts'
import { LIVE_SILENCE_MS } from '../../contract/limits.ts'
import type { LiveMessage } from '../../contract/live-messages.ts'
import { ApiError } from '../api/api-error.ts'
import { isSilent, noteContact, subscribeToContact } from '../api/contact.ts'
import { isGone, isRefused } from '../api/refused-orma.ts'
import { readStream } from '../api/read-stream.ts'
import { askedWaitMs, retryDelayMs } from '../outbox/queue/waits.ts'

interface FollowOptions {
  event_hash: string
  token: string | undefined
  /** The id that this device heard last, if any. */
  lastId: string | undefined
  /** The stream is open; `isResumed`: it goes on where it was, and reports what was missed. */
  onOpen: (isResumed: boolean) => void
  onMessage: (message: LiveMessage) => void
  /** Everything up to this id was heard. */
  onHeard: (id: string) => void
  onClose: () => void
  /** The server refused: the Orma is gone, or paused. */
  onRefused: () => void
}

/**
 * Listens to the live events of an Orma while the page is visible; connects again, after growing waits, when the line was cut.
 * Returns the function that ends it.
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

  /** Gives how long the answer wants no new connection, in milliseconds. */
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
        onId: (id) => {
          lastId = id
          onHeard(id)
        },
        onMessage,
      })
    } catch (error) {
      if (!(error instanceof ApiError)) {
        // One that was given up says nothing of the server: a proxy may hold streams back and pass on all calls.
        const isGivenUp = error instanceof DOMException && error.name === 'AbortError'
        if (!isOpen && !isGivenUp) noteContact(false)
        return 0
      }
      if (isRefused(error)) onRefused()
      // A deleted Orma has no more events.
      if (isGone(error)) stop.abort()
      return askedWaitMs(error) ?? 0
    }
    return 0
  }

  function leave(): void {
    clearTimeout(timer)
    line?.abort()
    line = undefined
  }

  /** An old connection belongs to the network before. */
  function reconnect(): void {
    leave()
    void connect()
  }

  const { signal } = stop
  signal.addEventListener('abort', leave)
  // Browsers keep a left page for coming back to it only if it has no connections.
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
