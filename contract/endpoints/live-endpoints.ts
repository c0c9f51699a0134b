import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { id } from '../entities.ts'
import * as pathField from '../path-fields.ts'
import { liveMessage } from '../live-messages.ts'

/**
 * News of an Orma as events. With the id of the last event heard as `Last-Event-ID` the stream goes on after it; without one it
 * begins with the latest events.
 */
export const listenLive = endpoint('GET /events/{event_hash}/live', {
  auth: 'optional',
  params: pathField.ofEvent,
  answers: {},
  stream: liveMessage,
})

/** Ids of the posts that everyone may see, newest first. A device forgets what it has cached besides. */
export const listPostIds = endpoint('GET /events/{event_hash}/post_ids', {
  auth: 'optional',
  params: pathField.ofEvent,
  answers: { 200: v.object({ ids: v.array(id) }) },
})
