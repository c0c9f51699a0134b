import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Event } from '../../../../contract/entities.ts'
import { eventQuery } from '../../../../src/features/event/event-query.ts'
import { EVENT_HASH, makeEvent } from '../../../support/post-shapes.ts'
import { stubPage } from '../../session/stub-page.ts'

beforeEach(() => {
  stubPage()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})

/** Opens an Orma that was read so many seconds ago, and gives whether it is asked for again. */
function open(known: Partial<Event>, secondsAgo: number): boolean {
  const client = new QueryClient()
  const query = eventQuery(EVENT_HASH)
  const updatedAt = Date.now() - secondsAgo * 1_000
  client.setQueryData(query.queryKey, makeEvent(known), { updatedAt })
  const leave = new QueryObserver(client, query).subscribe(() => undefined)
  const isAsked = client.isFetching({ queryKey: query.queryKey }) > 0
  leave()
  return isAsked
}

it('an Orma that shows counts is asked for again when opened', () => {
  expect(open({ showCounts: true }, 10)).toBe(true)
})

it('and not again at once, nor one that shows none', () => {
  expect(open({ showCounts: true }, 1)).toBe(false)
  expect(open({ showCounts: false }, 10)).toBe(false)
  expect(open({ showCounts: false }, 70)).toBe(true)
})
