import * as v from 'valibot'
import { described } from '../described.ts'
import { endpoint } from '../endpoint.ts'
import { event, picture, post, id } from '../entities.ts'
import * as pathField from '../path-fields.ts'
import { liveMessage } from '../live-messages.ts'

export const getEvent = endpoint({
  method: 'GET',
  path: '/events/{event_hash}',
  auth: 'optional',
  params: pathField.ofEvent,
  answers: { 200: v.object({ event }) },
})

const hour = described(
  'An hour of the photos’ own clocks, `YYYY-MM-DDTHH`.',
  v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/)),
)

export const listTimeslots = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/timeslots',
  auth: 'optional',
  params: pathField.ofEvent,
  answers: {
    /** Hours in local time of the photos, oldest first. */
    200: v.array(v.object({ timeslot: v.string(), count: v.number(), cover: picture })),
  },
})

export const listTimeslotPosts = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/timeslot/{timeslot}/{page}',
  auth: 'optional',
  params: { ...pathField.ofEvent, timeslot: hour, page: pathField.pageText },
  query: { after: pathField.afterPost },
  answers: { 200: v.array(post) },
})

/**
 * News of an Orma as events. With the id of the last event heard as `Last-Event-ID` the stream goes on after it; without one it
 * begins with the latest events.
 */
export const listenLive = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/live',
  auth: 'optional',
  params: pathField.ofEvent,
  answers: {},
  stream: liveMessage,
})

/** Ids of the posts that everyone may see, newest first. A device forgets what it has cached besides. */
export const listPostIds = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/post_ids',
  auth: 'optional',
  params: pathField.ofEvent,
  answers: { 200: v.object({ ids: v.array(id) }) },
})
