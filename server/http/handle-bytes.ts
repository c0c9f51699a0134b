import type { ServerResponse } from 'node:http'
import type { Endpoint, Query } from '../../contract/endpoint.ts'
import { queryOf } from './handle.ts'
import type { Route, Subject } from './handle.ts'
import { parseFields, parseParams } from './validate.ts'
import { HttpError } from './http-error.ts'

interface BytesSubject<E extends Endpoint> extends Subject<E> {
  query: Query<E>
}

interface BytesContext<E extends Endpoint, Loaded> extends BytesSubject<E> {
  loaded: Loaded
  request: Request
  /** Node's own response; undefined where no connection of Node's is behind the request. */
  outgoing: ServerResponse | undefined
}

interface BytesHandler<E extends Endpoint, Loaded> {
  /** As that of `handle`; what the query carries may say who asks. */
  load: (subject: BytesSubject<E>) => Promise<Loaded>
  run: (context: BytesContext<E, Loaded>) => Promise<Response>
}

/** Ties an endpoint that answers with bytes to its handler. Refuses in the same order as `handle` does. */
export function handleBytes<const E extends Endpoint, Loaded>(
  endpoint: E,
  { load, run }: BytesHandler<E, Loaded>,
): Route {
  return {
    endpoint,
    async respond({ caller, params: rawParams, request, outgoing }) {
      if (endpoint.auth === 'required' && !caller.user) throw new HttpError('unauthorized')
      const { params, refused } = parseParams(endpoint.params, rawParams)
      const { user, address } = caller
      const query = parseFields(endpoint.query, queryOf(request.url))
      const subject = { params, user, address, headers: request.headers, query } as BytesSubject<E>
      const loaded = await load(subject)
      if (refused) throw refused
      return run({ ...subject, loaded, request, outgoing })
    },
  }
}
