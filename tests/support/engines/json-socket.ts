import { once } from 'node:events'

const CALL_DEADLINE_MS = 120_000

type Params = Record<string, unknown>

/** A message that is not an answer. */
interface ProtocolEvent {
  method: string
  params: Params
}

/** A connection for numbered calls, their answers and events as JSON, as in all browsers' protocols. */
export interface JsonSocket {
  /** Resolves with the result; rejects with the other side's error, or when the connection ends first. */
  call: <Result = Params>(method: string, params?: Params, more?: Params) => Promise<Result>
  /** Resolves with the next event that `isWanted` accepts. */
  event: (isWanted: (event: ProtocolEvent) => boolean) => Promise<ProtocolEvent>
  onEvent: (listener: (event: ProtocolEvent) => void) => void
  /** Whether the connection is open. */
  isOpen: () => boolean
}

interface Answer extends Partial<ProtocolEvent> {
  id?: number
  result?: unknown
  error?: unknown
  message?: string
}

export async function openJsonSocket(url: string): Promise<JsonSocket> {
  const socket = new WebSocket(url)
  await once(socket, 'open', { signal: AbortSignal.timeout(CALL_DEADLINE_MS) })
  const waiting = new Map<number, (answer: Answer) => void>()
  const listeners = new Set<(event: ProtocolEvent) => void>()
  const ended = new AbortController()
  let calls = 0

  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    else if (answer.method)
      for (const listener of listeners)
        listener({ method: answer.method, params: answer.params ?? {} })
  })
  for (const type of ['close', 'error']) socket.addEventListener(type, () => ended.abort())

  function untilEnd<T>(
    what: string,
    start: (resolve: (value: T) => void, reject: (error: Error) => void) => () => void,
  ): Promise<T> {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(CALL_DEADLINE_MS)])
    return new Promise<T>((resolve, reject) => {
      const clean = start(settled(resolve), settled(reject))
      const onAbort = () => {
        clean()
        reject(new Error(`${what}: the browser gave no answer`))
      }
      if (signal.aborted) onAbort()
      signal.addEventListener('abort', onAbort)

      function settled<V>(settle: (value: V) => void) {
        return (value: V) => {
          signal.removeEventListener('abort', onAbort)
          clean()
          settle(value)
        }
      }
    })
  }

  return {
    call: <Result>(method: string, params: Params = {}, more: Params = {}) =>
      untilEnd<Result>(method, (resolve, reject) => {
        const id = ++calls
        waiting.set(id, ({ result, error, message }) => {
          if (error === undefined) resolve(result as Result)
          else reject(new Error(`${method}: ${message ?? JSON.stringify(error)}`))
        })
        socket.send(JSON.stringify({ id, method, params, ...more }))
        return () => waiting.delete(id)
      }),
    event: (isWanted) =>
      untilEnd('an event', (resolve) => {
        const listener = (event: ProtocolEvent) => {
          if (isWanted(event)) resolve(event)
        }
        listeners.add(listener)
        return () => listeners.delete(listener)
      }),
    onEvent: (listener) => {
      listeners.add(listener)
    },
    isOpen: () => !ended.signal.aborted,
  }
}
