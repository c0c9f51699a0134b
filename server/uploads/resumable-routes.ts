import type { Parts } from '../events/parts.ts'
import { api } from '../../contract/api.ts'
import type { User } from '../../contract/entities.ts'
import {
  UPLOAD_METADATA,
  TUS_RESUMABLE,
  TUS_VERSION,
  TUS_VERSIONS,
} from '../../contract/tus-protocol.ts'
import type { EventSubject } from '../events/require-event.ts'
import { handle } from '../http/handle.ts'
import type { Route, ApiRequest } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { errorResponse } from '../http/reply.ts'
import {
  appendChunk,
  beginOrFind,
  cancel,
  describeAbilities,
  describeOffset,
  describeResult,
} from './resumable-calls.ts'
import type { CallParts, OwnUpload } from './resumable-calls.ts'
import { readKeyedPost } from './store-received.ts'
import { parseMetadata } from './tus-headers.ts'
import { findUpload } from './upload-rows.ts'
import { isWindowOpen, requireWindow } from './upload-limits.ts'
import { receivePoster } from './video-poster.ts'

interface ResumableParts extends CallParts, Pick<Parts, 'access'> {
  onExpected: () => void
}

interface UploadSubject extends EventSubject {
  params: { event_hash: string; upload_id: string }
  user: User
}

/** Resumable upload by tus 1.0: what has arrived of a photo stays, and whoever sends it goes on from there. */
export function resumableRoutes(parts: ResumableParts): Route[] {
  const { db, access, now, onExpected } = parts

  async function loadUpload(subject: UploadSubject): Promise<OwnUpload> {
    const event = await access.requireEvent(subject)
    const { user, params } = subject
    const upload = await findUpload(db, params.upload_id)
    // Nobody learns of another's upload.
    if (upload?.event_id !== event.id || upload.user_id !== user.id) {
      throw new HttpError('upload_not_found')
    }
    if (upload.expires_at <= now()) throw new HttpError('upload_gone')
    return { event, user, upload }
  }

  async function loadOpenUpload(subject: UploadSubject): Promise<OwnUpload> {
    const own = await loadUpload(subject)
    requireWindow(own.event, now())
    return own
  }

  const describe = {
    run: (call: Parameters<typeof describeAbilities>[1]) => describeAbilities(parts, call),
  }
  const ofUpload = [
    handle({ ...api.describeUploads, path: api.readUpload.path }, describe),
    handle(api.readUploadOffset, { load: loadUpload, run: (call) => describeOffset(parts, call) }),
    handle(api.appendToUpload, {
      load: loadOpenUpload,
      run: (call) => {
        onExpected()
        return appendChunk(parts, call)
      },
    }),
    handle(api.cancelUpload, { load: loadUpload, run: (call) => cancel(parts, call) }),
    handle(api.readUpload, { load: loadUpload, run: (call) => describeResult(parts, call) }),
    handle(api.sendPoster, { load: loadOpenUpload, run: (call) => receivePoster(parts, call) }),
  ].map(tusRoute)

  return [
    tusRoute(handle(api.describeUploads, describe)),
    tusRoute(
      handle(api.createUpload, {
        load: async (subject) => {
          const event = await access.requireEvent(subject)
          const { user, headers } = subject
          if (!isWindowOpen(event, now())) {
            // Whoever was not told that a photo has come in asks again, and is told also now.
            const { key } = parseMetadata(headers.get(UPLOAD_METADATA) ?? '')
            const post = await readKeyedPost(db, { event, user, idempotencyKey: key })
            if (!post) throw new HttpError('window_closed')
          }
          onExpected()
          return event
        },
        run: (call) => beginOrFind(parts, call),
      }),
    ),
    ...ofUpload,
    overridden(ofUpload, api.readUpload.path),
  ]
}

/** Calls that a client may make before it knows the server's version, or without knowing tus at all. */
const WITHOUT_VERSION = ['OPTIONS', 'GET']

/** A route that speaks tus: requests of another version are refused before anything else (412), every answer names ours. */
function tusRoute(route: Route): Route {
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
    const answer = errorResponse(new HttpError('tus_version'))
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
function overridden(routes: readonly Route[], path: `/${string}`): Route {
  return {
    endpoint: { method: 'POST', path, auth: 'required', answers: {} },
    async respond(request) {
      const method = request.request.headers.get('x-http-method-override')?.toUpperCase()
      const meant = routes.find(
        ({ endpoint }) => endpoint.path === path && endpoint.method === method,
      )
      if (!meant) throw new HttpError('no_route')
      return meant.respond(request)
    },
  }
}
