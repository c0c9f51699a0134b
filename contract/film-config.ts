import * as v from 'valibot'
import { picture } from './entities.ts'
import * as limits from './limits.ts'

/** The longest film then takes two and a half minutes. */
const SECONDS_MAX = 5
export const SECONDS_MIN = 0.5
const seconds = v.pipe(v.number(), v.minValue(SECONDS_MIN), v.maxValue(SECONDS_MAX))

/** The part of a video that a film shows, without sound: for so many `seconds`, from second `start` of it on. */
const clip = v.object({ url: picture, start: v.pipe(v.number(), v.minValue(0)), seconds })
export type FilmClip = v.InferOutput<typeof clip>

/** A day's film: its photos and videos, how long each is seen, its music; the specification's `video_json`. */
export const filmConfig = v.object({
  images: v.pipe(
    // A video's `url` is its poster's.
    v.array(v.object({ url: picture, special: v.boolean(), clip: v.optional(clip) })),
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
