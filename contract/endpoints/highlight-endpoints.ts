import * as v from 'valibot'
import { described, endpoint } from '../endpoint.ts'
import { count, picture } from '../entities.ts'
import { filmConfig, renderState } from '../film-config.ts'
import * as pathField from '../path-fields.ts'

const product = described(
  'The timeline’s name as the operator set it: `reel`, unless it is another.',
  v.string(),
)
const id = described('A day of the photos’ own clocks, `YYYY-MM-DD`.', v.string())
const event_original_date = described(
  'A date or a date and time; the answer is the same for each.',
  v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}([ T][\d:.]+.*)?$/)),
)

/** The days of an Orma that have photos, by date. `product` is the timeline's slug. */
export const listHighlights = endpoint('GET /events/{event_hash}/{product}/{event_original_date}', {
  auth: 'optional',
  params: { ...pathField.ofEvent, product, event_original_date },
  answers: {
    200: v.record(
      v.string(),
      v.object({ bannerImage: picture, id: v.string(), count: v.number() }),
    ),
  },
})

export const getHighlight = endpoint('GET /events/{event_hash}/highlight/{id}', {
  auth: 'optional',
  params: { ...pathField.ofEvent, id },
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

export const getHighlightConfig = endpoint('GET /events/{event_hash}/highlight/{id}/config', {
  auth: 'optional',
  params: { ...pathField.ofEvent, id },
  answers: { 200: v.object({ data: v.object({ video_json: filmConfig }) }) },
})

/** Films have the path of their days, below the timeline's slug. */
const ofFilm = { ...pathField.ofEvent, product, id }

/** Renders a day's film for its owner to download, once for the same film. Answers when it is ready: whoever is cut off asks again. */
export const renderVideo = endpoint('POST /events/{event_hash}/{product}/{id}/render-video', {
  params: ofFilm,
  body: { HighlightsImages: filmConfig },
  answers: { 200: v.object({ data: v.object({ output: picture }) }) },
})

/** How far the rendering of a day's film is, the one asked for last. */
export const getRender = endpoint('GET /events/{event_hash}/{product}/{id}/render', {
  params: ofFilm,
  answers: {
    200: v.object({ state: renderState, percent: v.pipe(count, v.maxValue(100)) }),
  },
})

export const cancelRender = endpoint('DELETE /events/{event_hash}/{product}/{id}/render', {
  params: ofFilm,
  answers: { 204: null },
})
