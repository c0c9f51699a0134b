import type { Event } from './entities.ts'

/** From this share of its room on an Orma's organisers are told. */
const NEAR_SHARE = 0.8

/** How near to its limit of bytes an Orma is, as its organisers are told; undefined: there is room, or nobody says. */
export function storageStage({
  storageBytes,
  storageLimit,
}: Pick<Event, 'storageBytes' | 'storageLimit'>): 'near' | 'full' | undefined {
  // Of a release before there were limits nothing is told.
  if (storageBytes === undefined || storageLimit === undefined || storageLimit === null) return
  if (storageBytes >= storageLimit) return 'full'
  return storageBytes >= NEAR_SHARE * storageLimit ? 'near' : undefined
}
