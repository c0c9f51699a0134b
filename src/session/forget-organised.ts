import type { QueryClient } from '@tanstack/react-query'
import { forgetOrganisersAnswers } from '../cache/cached-ormas.ts'
import { organisersKeys } from '../cache/query-keys.ts'
import { inTime } from '../device/wait.ts'
import { hideUnshown } from './session-query.ts'
import { ownOrmasQuery } from './user-queries.ts'

/** Forgets on this device what only organisers of an Orma may see: this user is none any more. */
export async function forgetOrganised(client: QueryClient, event_hash: string): Promise<void> {
  // First what is cached: a page that is closed meanwhile would never come back to it.
  await inTime(forgetOrganisersAnswers(event_hash).catch(() => undefined))
  for (const keyOf of organisersKeys) void client.resetQueries({ queryKey: keyOf(event_hash) })
  hideUnshown(client)
  void client.invalidateQueries({ queryKey: ownOrmasQuery('').queryKey })
}
