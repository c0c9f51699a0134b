import { texts } from '../../contract/texts.ts'
import { TUS_RESUMABLE, TUS_VERSION, TUS_VERSIONS } from '../../contract/tus-protocol.ts'
import type { ApiRequest, Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { errorResponse } from '../http/reply.ts'

/** Calls that a client may make before it knows the server's version, or without knowing tus at all. */
const WITHOUT_VERSION = ['OPTIONS', 'GET']

/** A route that speaks tus: requests of another version are refused before anything else (412), every answer names ours. */
export function tusRoute(route: Route): Route {
  const { endpoint } = route
  return {
    endpoint,
    async respond(request) {
      const answer = await answerTo(route, request)
      answer.headers.set(TUS_RESUMABLE, TUS_VERSION)
      return answer
    },
  }
}

async function answerTo(route: Route, request: ApiRequest): Promise<Response> {
  const { method } = route.endpoint
  const version = request.request.headers.get(TUS_RESUMABLE)
  if (!WITHOUT_VERSION.includes(method) && version !== TUS_VERSION) {
    const answer = errorResponse(new HttpError(412, texts.server.tusVersion, 'tus_version'))
    answer.headers.set(TUS_VERSIONS, TUS_VERSION)
    return answer
  }
  try {
    return await route.respond(request)
  } catch (error) {
    if (error instanceof HttpError) return errorResponse(error)
    throw error
  }
}

/** "X-HTTP-Method-Override": for clients that can send nothing but POST, the method that counts is in a header. */
export function overridden(routes: readonly Route[], path: `/${string}`): Route {
  return {
    endpoint: { method: 'POST', path, auth: 'required', answers: {} },
    async respond(request) {
      const method = request.request.headers.get('x-http-method-override')?.toUpperCase()
      const meant = routes.find(
        ({ endpoint }) => endpoint.path === path && endpoint.method === method,
      )
      if (!meant) throw new HttpError(404, texts.server.noRoute, 'no_route')
      return meant.respond(request)
    },
  }
}
