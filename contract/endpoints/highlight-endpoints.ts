import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { count, picture } from '../entities.ts'
import { filmConfig, renderState } from '../film-config.ts'
import * as pathField from '../path-fields.ts'

/** A day, with or without a time. */
const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}([ T][\d:.]+.*)?$/))

/** The days of an Orma that have photos, by date. `product` is the timeline's slug. */
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

/** The config of a day's film. */
export const getHighlightConfig = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/highlight/{id}/config',
  auth: 'optional',
  params: { ...pathField.ofEvent, id: v.string() },
  answers: { 200: v.object({ data: v.object({ video_json: filmConfig }) }) },
})

/** Films have the path of their days, below the timeline's slug. */
const ofFilm = { ...pathField.ofEvent, product: v.string(), id: v.string() }

/** Renders a day's film for its owner to download, once for the same film. Answers when it is ready. */
export const renderVideo = endpoint({
  method: 'POST',
  path: '/events/{event_hash}/{product}/{id}/render-video',
  auth: 'required',
  params: ofFilm,
  body: { HighlightsImages: filmConfig },
  answers: { 200: v.object({ data: v.object({ output: picture }) }) },
})

/** How far the rendering of a day's film is, the one asked for last. */
export const getRender = endpoint({
  method: 'GET',
  path: '/events/{event_hash}/{product}/{id}/render',
  auth: 'required',
  params: ofFilm,
  answers: {
    200: v.object({ state: renderState, percent: v.pipe(count, v.maxValue(100)) }),
  },
})

/** Cancels a rendering that has not ended. */
export const cancelRender = endpoint({
  method: 'DELETE',
  path: '/events/{event_hash}/{product}/{id}/render',
  auth: 'required',
  params: ofFilm,
  answers: { 204: null },
})
