import type { Event } from '../../../contract/entities.ts'

/** The private address of an Orma: its splash page where guests also look for their seat, else the Orma itself. */
export function ormaLink({ event_hash, seating_url }: Event): string {
  return `${location.origin}/${event_hash}${seating_url ? '/splash-screen' : ''}`
}
