import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { picture } from '../entities.ts'
import * as pathField from '../path-fields.ts'

/** A day, with or without its time. */
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}([ T][\d:.]+.*)?$/))

/** The days of an Orma that have something to show, by date. `product` is the timeline's slug. */
export const listHighlights = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/{product}/{event_original_date}',
  auth: 'optional',
  params: { ...pathField.ofEvent, product: v.string(), event_original_date: day },
  answers: {
    200: v.record(
      v.string(),
      v.object({ bannerImage: picture, id: v.string(), count: v.number() }),
    ),
  },
})

export const getHighlight = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/highlight/{id}',
  auth: 'optional',
  params: { ...pathField.ofEvent, id: v.string() },
  answers: {
    200: v.object({
      data: v.object({
        id: v.string(),
        date: v.string(),
        bannerImage: picture,
        images: v.array(picture),
      }),
    }),
  },
})
