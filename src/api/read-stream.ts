import { createParser } from 'eventsource-parser'
import * as v from 'valibot'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Endpoint, StreamMessage } from '../../contract/endpoint.ts'
import type { CallOptions } from './call.ts'
import { anySignal, http } from './http.ts'
import { apiBase } from './api-host.ts'
import { doorHeader } from './door-header.ts'
import { parseJson, refusalOf } from './request.ts'

interface ReadStreamOptions<E extends Endpoint> extends Pick<CallOptions<E>, 'params' | 'token'> {
  /** The id of the last event, where one was heard. */
  lastId?: string | undefined
  /** A stream that brings nothing for so long counts as cut. */
  silenceMs: number
  signal: AbortSignal
  onOpen: () => void
  /** The stream's position, before the message that it comes with, if any. */
  onId: (id: string) => void
  onMessage: (message: StreamMessage<E>) => void
}

/**
 * Reads the event stream of an endpoint. Resolves when the server ends the stream; rejects with an ApiError where it refused, and
 * with the error of `fetch` where the line was cut, silent for too long, or `signal` ended it.
 */
export async function readStream<E extends Endpoint>(
  endpoint: E,
  { params, token, lastId, silenceMs, signal, onOpen, onId, onMessage }: ReadStreamOptions<E>,
): Promise<void> {
  const silence = new AbortController()
  const waitOn = () => setTimeout(() => silence.abort(), silenceMs)
  let timer = waitOn()
  try {
    const path = endpointPath(endpoint, params)
    const response = await http.raw(apiBase + path, {
      headers: {
        accept: 'text/event-stream',
        ...(await doorHeader(path)),
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
    const parser = createParser({
      onId,
      onEvent: ({ data }) => {
        const message = parseMessage(endpoint, data)
        if (message) onMessage(message)
      },
    })
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await body.read()
      if (done) return
      clearTimeout(timer)
      timer = waitOn()
      parser.feed(decoder.decode(value, { stream: true }))
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
  const message = stream ? v.safeParse(stream, parseJson(data)) : undefined
  return message?.success ? (message.output as StreamMessage<E>) : undefined
}
