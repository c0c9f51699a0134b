import { api } from '../../contract/api.ts'
import type { User } from '../../contract/entities.ts'
import { texts } from '../../contract/texts.ts'
import { UPLOAD_METADATA } from '../../contract/tus-protocol.ts'
import type { EventAccess, EventSubject } from '../events/require-event.ts'
import { handle } from '../http/handle.ts'
import type { Route } from '../http/handle.ts'
import { HttpError } from '../http/http-error.ts'
import { Reply } from '../http/reply.ts'
import {
  abilities,
  appendChunk,
  beginOrFind,
  cancel,
  tellOffset,
  tellResult,
} from './resumable-calls.ts'
import type { CallParts, OwnUpload } from './resumable-calls.ts'
import { readKeyedPost, uploadGone } from './store-photo.ts'
import { parseMetadata } from './tus-headers.ts'
import { overridden, tusRoute } from './tus-route.ts'
import { findUpload } from './upload-rows.ts'
import { isWindowOpen, requireWindow, windowClosed } from './upload-window.ts'

interface ResumableParts extends CallParts {
  access: EventAccess
  onExpected: () => void
}

interface UploadSubject extends EventSubject {
  params: { event_hash: string; upload_id: string }
  user: User
}

/** Resumable upload by tus 1.0: what has arrived of a photo stays, and whoever sends it goes on from there. */
export function resumableRoutes(parts: ResumableParts): Route[] {
  const { db, access, now, maxUploadBytes, onExpected } = parts

  async function loadUpload(subject: UploadSubject): Promise<OwnUpload> {
    const event = await access.requireEvent(subject)
    const { user, params } = subject
    const upload = await findUpload(db, params.upload_id)
    // Nobody learns of another's upload.
    if (upload?.event_id !== event.id || upload.user_id !== user.id) {
      throw new HttpError(404, texts.server.uploadNotFound, 'upload_not_found')
    }
    if (upload.expires_at <= now()) throw uploadGone()
    return { event, user, upload }
  }

  async function loadOpenUpload(subject: UploadSubject): Promise<OwnUpload> {
    const own = await loadUpload(subject)
    requireWindow(own.event, own.user, now())
    return own
  }

  const describe = { run: async () => new Reply(204, undefined, abilities(maxUploadBytes)) }
  const ofUpload = [
    handle({ ...api.describeUploads, path: api.readUpload.path }, describe),
    handle(api.readUploadOffset, { load: loadUpload, run: (call) => tellOffset(parts, call) }),
    handle(api.appendToUpload, {
      load: loadOpenUpload,
      run: (call) => {
        onExpected()
        return appendChunk(parts, call)
      },
    }),
    handle(api.cancelUpload, { load: loadUpload, run: (call) => cancel(parts, call) }),
    handle(api.readUpload, { load: loadUpload, run: (call) => tellResult(parts, call) }),
  ].map(tusRoute)

  return [
    tusRoute(handle(api.describeUploads, describe)),
    tusRoute(
      handle(api.createUpload, {
        load: async (subject) => {
          const event = await access.requireEvent(subject)
          const { user, headers } = subject
          if (!isWindowOpen(event, user, now())) {
            // Whoever was not told that a photo has come in asks again, and is told also now.
            const { key } = parseMetadata(headers.get(UPLOAD_METADATA) ?? '')
            const post = await readKeyedPost(db, { event, user, idempotencyKey: key })
            if (!post) throw windowClosed()
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
