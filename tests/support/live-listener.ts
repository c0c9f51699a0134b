import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { LiveMessage } from '../../contract/live-messages.ts'

/** Generous: messages come within a second, but the machine may be busy. */
const DEADLINE_MS = 120_000

export interface Heard {
  id: string
  message: LiveMessage
}

interface LiveListener {
  response: Response
  /** All messages so far, oldest first. */
  heard: Heard[]
  /** The id of the last event, also of one without a message. */
  lastId: () => string | undefined
  /** Waits for a message of this type that was not returned before and that `is` accepts. */
  next: <Type extends LiveMessage['type']>(
    type: Type,
    is?: (message: Extract<LiveMessage, { type: Type }>) => boolean,
  ) => Promise<Extract<LiveMessage, { type: Type }>>
  /** Resolves when the server, or `close`, has ended the stream. */
  ended: Promise<void>
  close: () => Promise<void>
}

/** Listens to an event's live stream as another program would: by the contract and the protocol alone. */
export async function listenTo(
  origin: string,
  event_hash: string,
  {
    token,
    lastEventId,
    onMessage,
  }: {
    token?: string
    lastEventId?: string | undefined
    onMessage?: (message: LiveMessage) => void
  } = {},
): Promise<LiveListener> {
  const abort = new AbortController()
  const response = await fetch(origin + API_BASE + endpointPath(api.listenLive, { event_hash }), {
    headers: {
      ...(token === undefined ? {} : { authorization: token }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: abort.signal,
  })
  const heard: Heard[] = []
  const awaited = new Set<Heard>()
  let last: string | undefined
  let wake = () => {}

  function take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    const [id, data] = [field('id'), field('data')]
    last = id ?? last
    if (data !== undefined) {
      const message = JSON.parse(data) as LiveMessage
      heard.push({ id: id ?? '', message })
      onMessage?.(message)
    }
    wake()
  }

  async function read(): Promise<void> {
    let rest = ''
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      blocks.forEach(take)
    }
  }

  const ended = response.ok ? read().catch(() => undefined) : Promise.resolve()
  return {
    response,
    heard,
    lastId: () => last,
    async next(type, is = () => true) {
      const deadline = AbortSignal.timeout(DEADLINE_MS)
      for (;;) {
        const found = heard.find(
          (each) => !awaited.has(each) && each.message.type === type && is(each.message as never),
        )
        if (found) {
          awaited.add(found)
          return found.message as never
        }
        await new Promise<void>((resolve, reject) => {
          wake = resolve
          deadline.addEventListener('abort', () =>
            reject(new Error(`no ${type}; heard: ${JSON.stringify(heard)}`)),
          )
        })
      }
    },
    ended,
    async close() {
      abort.abort()
      await ended
    },
  }
}
