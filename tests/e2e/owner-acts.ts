import { api } from '../../contract/api.ts'
import type { Event } from '../../contract/entities.ts'
import { toForm } from '../support/api-client.ts'
import type { Person } from '../support/api-client.ts'
import type { Venue } from '../support/venue.ts'
import { expect } from './venue-fixtures.ts'

// What an owner does elsewhere, past the bad line.

export async function deleteOrma({ client }: Venue, { event_hash }: Event, { token }: Person) {
  const { status } = await client.call(api.deleteEvent, { params: { event_hash }, token })
  expect(status).toBe(204)
}

export async function setPaused(
  { client }: Venue,
  { event_hash }: Event,
  { token }: Person,
  isPaused: boolean,
): Promise<void> {
  const form = toForm({ paused: String(isPaused) })
  const { status } = await client.call(api.updateEvent, { params: { event_hash }, token, form })
  expect(status).toBe(200)
}
