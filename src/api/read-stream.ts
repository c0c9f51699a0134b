import * as v from 'valibot'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint, StreamMessage } from '../../contract/endpoint.ts'
import type { CallOptions } from './call.ts'
import { createStreamReader } from './event-stream.ts'
import { anySignal } from './any-signal.ts'
import { apiBase } from './api-host.ts'
import { http } from './http.ts'
import { parseJson, refusalOf } from './request.ts'

interface ReadStreamOptions<E extends Endpoint> extends Pick<CallOptions<E>, 'params' | 'token'> {
  /** The id of the last event, where one was heard. */
  lastId?: string | undefined
  /** A stream that brings nothing for so long counts as cut. */
  silenceMs: number
  signal: AbortSignal
  onOpen: () => void
  /** `message` is undefined where an event only carries the stream's position. */
  onEvent: (id: string | undefined, message: StreamMessage<E> | undefined) => void
}

/**
 * Reads the event stream of an endpoint. Resolves when the server ends the stream; rejects with an ApiError where it refused, and
 * with the error of `fetch` where the line was cut, silent for too long, or `signal` ended it.
 */
export async function readStream<E extends Endpoint>(
  endpoint: E,
  { params, token, lastId, silenceMs, signal, onOpen, onEvent }: ReadStreamOptions<E>,
): Promise<void> {
  const silence = new AbortController()
  const waitOn = () => setTimeout(() => silence.abort(), silenceMs)
  let timer = waitOn()
  try {
    const response = await http.raw(apiBase + endpointPath(endpoint, params), {
      headers: {
        accept: 'text/event-stream',
        ...(token === undefined ? {} : { authorization: token }),
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      },
      signal: anySignal([signal, silence.signal]),
      cache: 'no-store',
      responseType: 'stream',
      ignoreResponseError: true,
    })
    const body = streamOf(response)
    if (!body) throw refusalOf({ response, text: await response.text() })
    onOpen()
    const read = createStreamReader(({ id, data }) => onEvent(id, parseMessage(endpoint, data)))
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await body.read()
      if (done) return
      clearTimeout(timer)
      timer = waitOn()
      read(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(timer)
  }
}

/** A captive portal answers 200 with a page. */
function streamOf({ ok, headers, body }: Response) {
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  return ok && isStream ? body?.getReader() : undefined
}

/** A newer server may send messages that this page does not know: they are skipped. */
function parseMessage<E extends Endpoint>(
  { stream }: E,
  data: string,
): StreamMessage<E> | undefined {
  const message = stream && data !== '' ? v.safeParse(stream, parseJson(data)) : undefined
  return message?.success ? (message.output as StreamMessage<E>) : undefined
}
