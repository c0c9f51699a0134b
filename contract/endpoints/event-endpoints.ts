import * as v from 'valibot'
import { described, endpoint } from '../endpoint.ts'
import { event, picture, post } from '../entities.ts'
import * as pathField from '../path-fields.ts'

export const getEvent = endpoint('GET /events/{event_hash}', {
  auth: 'optional',
  params: pathField.ofEvent,
  answers: { 200: v.object({ event }) },
})

const hour = described(
  'An hour of the photos’ own clocks, `YYYY-MM-DDTHH`.',
  v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/)),
)

export const listTimeslots = endpoint('GET /events/{event_hash}/timeslots', {
  auth: 'optional',
  params: pathField.ofEvent,
  answers: {
    /** Hours in local time of the photos, oldest first. */
    200: v.array(v.object({ timeslot: v.string(), count: v.number(), cover: picture })),
  },
})

export const listTimeslotPosts = endpoint('GET /events/{event_hash}/timeslot/{timeslot}/{page}', {
  auth: 'optional',
  params: { ...pathField.ofEvent, timeslot: hour, page: pathField.pageText },
  query: { after: pathField.afterPost },
  answers: { 200: v.array(post) },
})
