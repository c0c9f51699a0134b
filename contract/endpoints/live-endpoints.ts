import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { id } from '../entities.ts'
import * as pathField from '../path-fields.ts'
import { liveMessage } from '../live-messages.ts'

/**
 * What happens in an Orma, from now on. Each event's id, sent back as `Last-Event-ID`, is where the stream goes on after it
 * was cut; without one it begins with what happened just before.
 */
export const listenLive = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/live',
  auth: 'optional',
  params: pathField.ofEvent,
  answers: {},
  stream: liveMessage,
})

/** Which posts everyone sees, newest first, by their ids alone: what a device has cached besides is gone. */
export const listPostIds = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/post_ids',
  auth: 'optional',
  params: pathField.ofEvent,
  answers: { 200: v.object({ ids: v.array(id) }) },
})
