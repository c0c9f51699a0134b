import { findCachedOrma } from '../cache/cached-ormas.ts'

/** Rejects once an Orma is not to be kept any more: what is cached after another tab forgot it would stay for good, as nothing leads to it. */
export async function expectWanted(event_hash: string): Promise<void> {
  const orma = await findCachedOrma(event_hash)
  if (!orma?.isWanted) throw new Error('nobody wants it any more')
}
