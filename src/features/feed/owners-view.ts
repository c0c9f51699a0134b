import type { Event } from '../../../contract/entities.ts'

/** Whether what is known of an Orma was told to its owner. */
export function isOwnersView({ storageBytes }: Event): boolean {
  return storageBytes !== undefined
}
