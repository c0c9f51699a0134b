import { Hono } from 'hono'
import { listen } from '../../server/http/listen.ts'
import { apiRoutes } from '../../server/http/api-routes.ts'
import { API_BASE } from '../../contract/api.ts'
import type { SeenEvent } from '../../server/events/viewer.ts'
import { createEventAccess } from '../../server/events/require-event.ts'
import { createLiveHub } from '../../server/live/live-hub.ts'
import type { PublishChange } from '../../server/live/published-changes.ts'
import { liveRoutes, publishChange } from '../../server/posts/live-routes.ts'
import { createSignedMedia } from '../../server/posts/post-media.ts'
import { authenticate, listValidSessions } from '../../server/users/sessions.ts'
import { VIDEO_LIMITS } from './orma-api.ts'
import type { OrmaApi } from './orma-api.ts'

export interface LiveServer {
  origin: string
  close: () => Promise<void>
}

/** Serves the live streams of an API's database on a port of its own, in this process. `publish` replaces the news. */
export async function serveLive(
  { db, log, clock, secret }: OrmaApi,
  publish: PublishChange<SeenEvent> = (event, change) => {
    const now = () => clock.ms
    return publishChange(
      { db, signedMedia: createSignedMedia({ secret, now }), videoLimits: VIDEO_LIMITS, now },
      event,
      change,
    )
  },
): Promise<LiveServer> {
  const now = () => clock.ms
  const live = createLiveHub<SeenEvent>({
    db,
    publish,
    listValid: (sessions) => listValidSessions(db, sessions, now()),
    now: Date.now,
    log,
  })
  const app = new Hono().route(
    API_BASE,
    apiRoutes({
      routes: liveRoutes({ live, access: createEventAccess({ db, now, secret }) }),
      authenticate: (token) => authenticate(db, token, now()),
      trustedProxies: 0,
      log,
    }),
  )
  const listener = await listen({ fetch: app.fetch as never }, { port: 0, host: '127.0.0.1' })
  return {
    origin: `http://127.0.0.1:${listener.port}`,
    async close() {
      live.close()
      await listener.close()
    },
  }
}
