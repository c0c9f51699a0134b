import { expect, it } from 'vitest'
import { CHUNK_BYTES, RESUMABLE_FROM_BYTES } from '../../../../contract/limits.ts'
import { goesInChunks } from '../../../../src/outbox/send/send-photo.ts'
import { emptyOutbox, photoOf, put } from '../../../support/outbox-photos.ts'

it.each([
  ['a large one', { size: RESUMABLE_FROM_BYTES + 1 }, true],
  ['a small one', { size: RESUMABLE_FROM_BYTES }, false],
  [
    'a small one that the line has failed to carry as a whole',
    { size: CHUNK_BYTES.min + 1, attempts: 1, reasonCode: 'no_network' },
    true,
  ],
  ['a small one whose upload was begun', { uploadId: '1' }, true],
  ['a small one whose upload was cancelled', { reasonCode: 'upload_gone' }, true],
])('whether a photo goes in chunks, so that it can go on: %s', async (_, changes, inChunks) => {
  const outbox = emptyOutbox()
  const key = await put(outbox, changes)
  expect(goesInChunks((await photoOf(outbox, key))!)).toBe(inChunks)
})
