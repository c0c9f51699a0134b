import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../contract/api.ts'
import { KNOWN_AT_ONCE_MAX } from '../../../contract/limits.ts'
import { call } from '../../api/call.ts'
import type { OutboxPhoto } from '../../outbox/store/outbox-photo.ts'
import { USER_KEY } from '../../session/session-query.ts'
import { useSession } from '../../session/use-session.ts'

/**
 * Which drafts are duplicates, by their keys. The server is asked once for each choice, when all of it is stored; where it is silent
 * nothing is said, and nothing waits for it.
 */
export function useDuplicates(
  event_hash: string,
  photos: readonly OutboxPhoto[],
  isSaving: boolean,
): ReadonlyMap<string, Duplicate> {
  const { user, token } = useSession()
  const drafts = photos.filter(({ state }) => state === 'draft')
  const hashes = isSaving ? [] : drafts.flatMap((draft) => draft.sha256 ?? [])
  const sha256 = [...new Set(hashes)].toSorted().slice(0, KNOWN_AT_ONCE_MAX)
  const { data } = useQuery({
    queryKey: [USER_KEY, 'known-photos', event_hash, user?.id, sha256],
    queryFn: ({ signal }) =>
      call(api.listKnownPhotos, { params: { event_hash }, body: { sha256 }, token, signal }),
    enabled: user !== undefined && sha256.length > 0,
    // The marks of one choice stay while the next one is asked about.
    placeholderData: (before) => before,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })
  return useMemo(() => findDuplicates(photos, data?.known ?? []), [photos, data])
}

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
  for (const photo of photos) {
    const { key, sha256, original_sha256, state } = photo
    if (sha256 === null || mayGoAgain(photo)) continue
    if (state === 'draft' && there.has(sha256)) duplicates.set(key, 'known')
    else if (state === 'draft' && chosen.has(sha256)) duplicates.set(key, 'twice')
    chosen.add(sha256)
    if (original_sha256 !== null) chosen.add(original_sha256)
  }
  return duplicates
}

/** A refused, discarded or deleted photo is not in the Orma, or soon is not, and may be chosen again. */
export function mayGoAgain({
  state,
  postStatus,
  isUnwanted,
}: Pick<OutboxPhoto, 'state' | 'postStatus' | 'isUnwanted'>): boolean {
  return state === 'refused' || isUnwanted || postStatus === 'GONE'
}
