import { expect, it } from 'vitest'
import { storageStage } from '../../contract/storage-stage.ts'

it.each([
  [79, 100, undefined],
  [80, 100, 'near'],
  [99, 100, 'near'],
  [100, 100, 'full'],
  [5, null, undefined],
  [5, undefined, undefined],
  [undefined, 100, undefined],
])('%s of %s bytes are %s', (storageBytes, storageLimit, stage) => {
  expect(storageStage({ storageBytes, storageLimit })).toBe(stage)
})
