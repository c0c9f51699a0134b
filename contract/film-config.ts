import * as v from 'valibot'
import { picture } from './entities.ts'
import * as limits from './limits.ts'

/** The longest film is then one of two and a half minutes. */
const SECONDS_MAX = 5
const seconds = v.pipe(v.number(), v.minValue(0.5), v.maxValue(SECONDS_MAX))

/** What a day's film shows, and how long: the specification's `video_json`. */
export const filmConfig = v.object({
  images: v.pipe(
    v.array(v.object({ url: picture, special: v.boolean() })),
    v.minLength(1),
    v.maxLength(limits.HIGHLIGHT_IMAGES_MAX),
  ),
  normalDurationInSeconds: seconds,
  specialDurationInSeconds: seconds,
  /** Address of its music; null: it is silent. */
  bgAudio: v.nullable(picture),
})
export type FilmConfig = v.InferOutput<typeof filmConfig>

/** How far a film's video is. `idle`: nobody has asked for it, or it was cancelled. */
export const renderState = v.picklist(['idle', 'waiting', 'rendering', 'ready', 'failed'])
export type RenderState = v.InferOutput<typeof renderState>
