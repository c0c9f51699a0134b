import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { Route, Subject } from './handle.ts'
import { parseParams } from './validate.ts'
import { HttpError } from './http-error.ts'

interface StreamContext<E extends Endpoint, Loaded> extends Subject<E> {
  loaded: Loaded
  token: string
  /** The id of the event that the caller heard last, as it says. */
  lastEventId: string | undefined
  /** To be written to for as long as the caller listens. */
  outgoing: ServerResponse
}

interface StreamHandler<E extends Endpoint, Loaded> {
  /** As that of `handle`. */
  load: (subject: Subject<E>) => Promise<Loaded>
  /** Begins the stream. What it rejects with before it writes is answered as any other refusal. */
  run: (context: StreamContext<E, Loaded>) => Promise<void>
  headers: Readonly<Record<string, string>>
}

/** Ties an endpoint that streams to its handler. Refuses in the same order as `handle` does. */
export function handleStream<const E extends Endpoint, Loaded>(
  endpoint: E,
  { load, run, headers }: StreamHandler<E, Loaded>,
): Route {
  return {
    endpoint,
    async respond({ caller, params: rawParams, request, outgoing }) {
      if (endpoint.auth === 'required' && !caller.user) throw new HttpError('unauthorized')
      const { params, refused } = parseParams(endpoint.params, rawParams)
      const { user, address } = caller
      const subject = { params, user, address, headers: request.headers } as Subject<E>
      const loaded = await load(subject)
      if (refused) throw refused
      if (request.method === 'HEAD') return new Response(null, { headers })
      if (!outgoing) throw new Error('a stream needs a connection to write to')
      const lastEventId = request.headers.get('last-event-id') ?? undefined
      await run({ ...subject, loaded, token: caller.token ?? '', lastEventId, outgoing })
      return RESPONSE_ALREADY_SENT
    },
  }
}
