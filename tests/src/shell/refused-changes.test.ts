import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, it } from 'vitest'
import { outbox } from '../../../src/outbox/store/outbox.ts'
import { showRefusedChanges } from '../../../src/shell/refused-changes.ts'
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
