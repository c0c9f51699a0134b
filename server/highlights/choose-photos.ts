import { HIGHLIGHT_IMAGES_MAX, SPECIAL_SHARE } from '../../contract/limits.ts'

export interface Candidate extends Comparable {
  id: number
  comment_count: number
  /** ISO 8601, on the photo's own clock. */
  original_date: string
}

/** Of comments against likes. Both count by their logarithm: ten likes are not ten times as much as one. */
const COMMENT_WEIGHT = 0.8
/** The sharpest photo of a day is worth about one like more than the least sharp one. */
const SHARPNESS_WEIGHT = 0.7
/** Of a photo that was not looked at yet. */
const UNKNOWN_RANK = 0.5
/** How an ISO time begins, to the second. */
const CLOCK_LENGTH = 'YYYY-MM-DDTHH:mm:ss'.length
const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length

/**
 * Of a day's ranked photos those that its film shows, in order of capture: at most 30, spread over the hours; the best fifth is
 * `special`.
 */
export function choosePhotos<Photo extends Candidate>(
  ranked: readonly Photo[],
): { photo: Photo; special: boolean }[] {
  const chosen = spreadOverHours(ranked)
  const specials = new Set(
    ranked.filter((photo) => chosen.has(photo)).slice(0, Math.ceil(chosen.size * SPECIAL_SHARE)),
  )
  return [...chosen].toSorted(byCapture).map((photo) => ({ photo, special: specials.has(photo) }))
}

/**
 * A day's photos without near-duplicates, the best first. The same photos with the same likes and comments are ranked the same, in
 * whatever order they come.
 */
export function rankPhotos<Photo extends Candidate>(photos: readonly Photo[]): Photo[] {
  const single = withoutNearDuplicates(photos.toSorted((a, b) => a.id - b.id))
  const sharpness = single.flatMap((photo) => photo.sharpness ?? []).toSorted((a, b) => a - b)
  // Of those that are alike the first place.
  const places = new Map(sharpness.map((value, at) => [value, at] as const).toReversed())
  const rankOf = (value: number) => (places.get(value) ?? 0) / Math.max(1, sharpness.length - 1)
  const worth = new Map(single.map((photo) => [photo, worthOf(photo, rankOf)]))
  return single.toSorted((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0) || a.id - b.id)
}

function worthOf(
  { like_count, comment_count, sharpness }: Candidate,
  rankOf: (sharpness: number) => number,
): number {
  const rank = sharpness === null ? UNKNOWN_RANK : rankOf(sharpness)
  const liked = Math.log1p(like_count) + COMMENT_WEIGHT * Math.log1p(comment_count)
  return liked + SHARPNESS_WEIGHT * rank
}

/**
 * As many of the ranked photos as a film has room for. Places are given to hours one by one, to that which has most photos for
 * the places it has already (by the root: a busy hour is not all of a day), and go to its best.
 */
function spreadOverHours<Photo extends Candidate>(ranked: readonly Photo[]): Set<Photo> {
  if (ranked.length <= HIGHLIGHT_IMAGES_MAX) return new Set(ranked)
  const hours = Map.groupBy(ranked, (photo) => photo.original_date.slice(0, HOUR_LENGTH))
  const queues = [...hours]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, photos]) => ({ photos, weight: Math.sqrt(photos.length), taken: 0 }))
  const chosen = new Set<Photo>()
  while (chosen.size < HIGHLIGHT_IMAGES_MAX) {
    const claims = queues.filter(({ photos, taken }) => taken < photos.length)
    const next = claims.reduce((a, b) => (claimOf(b) > claimOf(a) ? b : a))
    const photo = next.photos[next.taken]
    if (photo) chosen.add(photo)
    next.taken += 1
  }
  return chosen
}

function claimOf({ weight, taken }: { weight: number; taken: number }): number {
  return weight / (taken + 1)
}

function byCapture(a: Candidate, b: Candidate): number {
  const [first, second] = [a.original_date, b.original_date].map((time) =>
    time.slice(0, CLOCK_LENGTH),
  )
  if (first === second) return a.id - b.id
  return (first ?? '') < (second ?? '') ? -1 : 1
}

/** What a choice among photos that look almost alike goes by. */
interface Comparable {
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
export function withoutNearDuplicates<Photo extends Comparable>(photos: readonly Photo[]): Photo[] {
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
