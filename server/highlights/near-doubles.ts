/** What a choice among photos that look almost alike goes by. */
export interface Comparable {
  /** Null: it was not looked at yet, and is like no other. */
  burst_id: number | null
  sharpness: number | null
  like_count: number
}

/** A photo with less than this share of the sharpest one's sharpness is blurred beside it. */
const BLURRED_SHARE = 0.5

/**
 * The photos with one left of each burst, in the same order: of those that are not blurred beside the others the one liked most,
 * of these the sharpest, of these the first.
 */
export function withoutNearDoubles<Photo extends Comparable>(photos: readonly Photo[]): Photo[] {
  const bursts = Map.groupBy(
    photos.filter(({ burst_id }) => burst_id !== null),
    ({ burst_id }) => burst_id,
  )
  const best = new Map([...bursts].map(([burst_id, alike]) => [burst_id, bestOf(alike)]))
  return photos.filter((photo) => photo.burst_id === null || best.get(photo.burst_id) === photo)
}

function bestOf<Photo extends Comparable>(alike: readonly Photo[]): Photo | undefined {
  const sharpest = Math.max(...alike.map(sharpnessOf))
  const sharp = alike.filter((photo) => sharpnessOf(photo) >= sharpest * BLURRED_SHARE)
  const [best] = sharp.toSorted(
    (a, b) => b.like_count - a.like_count || sharpnessOf(b) - sharpnessOf(a),
  )
  return best
}

function sharpnessOf({ sharpness }: Comparable): number {
  return sharpness ?? 0
}
