import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it, vi } from 'vitest'
import { outbox } from '../../../src/outbox/store/outbox.ts'
import { showRefusedChanges, showRefusedOnceVisible } from '../../../src/shell/refused-changes.ts'
import { newChange } from '../../support/outbox-photos.ts'

const ADA = 1
const BEN = 2

beforeEach(async () => {
  await outbox.remove(() => true)
  for (const ownerUserId of [ADA, BEN]) {
    const refused = { ownerUserId, state: 'refused', reasonCode: 'forbidden' } as const
    await outbox.add(newChange('comment', refused))
  }
})

it('a refused change is said to its user alone', async () => {
  await showRefusedChanges(new QueryClient(), ADA)
  expect(await outbox.list()).toMatchObject([{ ownerUserId: BEN, state: 'refused' }])
})

it('a refused change is said once its page is looked at', async () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  vi.stubGlobal('document', page)
  const stop = showRefusedOnceVisible(new QueryClient(), ADA)
  // By then this page would have said it.
  await showRefusedChanges(new QueryClient(), BEN)
  expect(await outbox.list()).toMatchObject([{ ownerUserId: ADA }])
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => outbox.list()).toEqual([])
  stop()
})
