import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'

/** `known`: the Orma has the photo; `twice`: it was chosen before. */
export type Duplicate = 'known' | 'twice'

type Chosen = Pick<
  OutboxPhoto,
  'key' | 'sha256' | 'original_sha256' | 'state' | 'postStatus' | 'isUnwanted'
>

/** Which drafts are duplicates, by their keys. `photos` in the order of choosing; `known`: the hashes of those that the Orma has. */
export function findDuplicates(
  photos: readonly Chosen[],
  known: readonly { sha256: string }[],
): ReadonlyMap<string, Duplicate> {
  const there = new Set(known.map(({ sha256 }) => sha256))
  const chosen = new Set<string>()
  const duplicates = new Map<string, Duplicate>()
  for (const { key, sha256, original_sha256, state, postStatus, isUnwanted } of photos) {
    // A refused, discarded or deleted photo is not in the Orma, or soon is not, and may be chosen again.
    if (sha256 === null || state === 'refused' || isUnwanted || postStatus === 'GONE') continue
    if (state === 'draft' && there.has(sha256)) duplicates.set(key, 'known')
    else if (state === 'draft' && chosen.has(sha256)) duplicates.set(key, 'twice')
    chosen.add(sha256)
    if (original_sha256 !== null) chosen.add(original_sha256)
  }
  return duplicates
}
