import * as v from 'valibot'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint, StreamMessage } from '../../contract/endpoint.ts'
import type { CallOptions } from './call.ts'
import { createStreamReader } from './event-stream.ts'
import { apiBase } from './api-host.ts'
import { http } from './http.ts'
import { parseJson, refusalOf } from './request.ts'

export interface ReadStreamOptions<E extends Endpoint> extends Pick<
  CallOptions<E>,
  'params' | 'token'
> {
  /** The id that was heard last, where there was one. */
  lastId?: string | undefined
  /** A stream on which nothing came for so long is taken for cut. */
  silenceMs: number
  signal: AbortSignal
  onOpen: () => void
  /** `message` is undefined where an event only says where the stream is. */
  onEvent: (id: string | undefined, message: StreamMessage<E> | undefined) => void
}

/**
 * Reads what an endpoint streams, as it comes. Resolves when the server has ended the stream; rejects with an ApiError where it
 * refused, and with what `fetch` says where the line was cut, silent for too long, or `signal` ended it.
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
      signal: AbortSignal.any([signal, silence.signal]),
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

/** A captive portal answers 200 as well, but with a page. */
function streamOf({ ok, headers, body }: Response) {
  const isStream = headers.get('content-type')?.startsWith('text/event-stream')
  return ok && isStream ? body?.getReader() : undefined
}

/** Of a newer server come messages that this page does not know: it passes over them. */
function parseMessage<E extends Endpoint>(
  { stream }: E,
  data: string,
): StreamMessage<E> | undefined {
  const message = stream && data !== '' ? v.safeParse(stream, parseJson(data)) : undefined
  return message?.success ? (message.output as StreamMessage<E>) : undefined
}
