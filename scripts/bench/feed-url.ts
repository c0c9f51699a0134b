import { API_BASE, api } from '../../contract/api.ts'
import { endpointPath } from '../../contract/endpoint.ts'
import type { Event } from '../../contract/entities.ts'
import type { OrmaServer } from '../../tests/support/orma-server.ts'

/** The address of a page of an Orma's feed. */
export function feedUrl(orma: OrmaServer, { event_hash }: Event, page = 1): string {
  return orma.url + API_BASE + endpointPath(api.listPosts, { event_hash, page })
}
