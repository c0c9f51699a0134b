import * as v from 'valibot'
import { picture } from './entities.ts'
import * as limits from './limits.ts'

/** The longest film then takes two and a half minutes. */
const SECONDS_MAX = 5
const seconds = v.pipe(v.number(), v.minValue(0.5), v.maxValue(SECONDS_MAX))

/** A day's film: its photos, how long each is seen, its music; the specification's `video_json`. */
export const filmConfig = v.object({
  images: v.pipe(
    v.array(v.object({ url: picture, special: v.boolean() })),
    v.minLength(1),
    v.maxLength(limits.HIGHLIGHT_IMAGES_MAX),
  ),
  normalDurationInSeconds: seconds,
  specialDurationInSeconds: seconds,
  /** Address of its music; null: silent. */
  bgAudio: v.nullable(picture),
})
export type FilmConfig = v.InferOutput<typeof filmConfig>

/** How far the rendering of a film is. `idle`: nobody has asked for it, or it was cancelled. */
export const renderState = v.picklist(['idle', 'waiting', 'rendering', 'ready', 'failed'])
export type RenderState = v.InferOutput<typeof renderState>
