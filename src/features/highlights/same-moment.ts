import type { FilmConfig } from '../../../contract/film-config.ts'
import { timeline } from '../../../film/film-timeline.ts'

/**
 * The frame at which a changed film goes on: in the same photo at the same moment, or where that photo is gone, at the beginning
 * of the next one.
 */
export function sameMoment(before: FilmConfig, after: FilmConfig, frame: number): number {
  const { shots } = timeline(before)
  const later = timeline(after).shots
  const shotOf = (image: number) =>
    later.find((shot) => after.images[shot.image]?.url === before.images[image]?.url)
  for (const { image, start, end } of shots) {
    const same = end > frame ? shotOf(image) : undefined
    if (same) return Math.min(same.start + Math.max(frame - start, 0), same.end - 1)
  }
  return 0
}
