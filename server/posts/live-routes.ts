import { api } from '../../contract/api.ts'
import type { EventRow } from '../events/events.ts'
import type { EventAccess } from '../events/require-event.ts'
import { handleStream } from '../http/handle-stream.ts'
import type { Route } from '../http/handle.ts'
import type { LiveHub } from '../live/live-hub.ts'
import { STREAM_HEADERS } from '../live/live-stream.ts'
import { tokenHash } from '../users/sessions.ts'

const SEQ = /^\d{1,15}$/
/** Of no event: who says something else than we told starts anew. */
const NO_SEQ = -1

export function liveRoutes({
  live,
  access,
}: {
  live: LiveHub<EventRow>
  access: EventAccess
}): Route[] {
  return [
    handleStream(api.listenLive, {
      headers: STREAM_HEADERS,
      load: access.requireEvent,
      run: ({ loaded: event, user, token, address, lastEventId, outgoing }) => {
        const session = user && tokenHash(token)
        const lastSeq = readSeq(lastEventId)
        return live.join(event, { user_id: user?.id, session, address, lastSeq, outgoing })
      },
    }),
  ]
}

function readSeq(lastEventId: string | undefined): number | undefined {
  if (lastEventId === undefined) return undefined
  return SEQ.test(lastEventId) ? Number(lastEventId) : NO_SEQ
}
