import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { removeBlobs } from '../../../server/blobs/remove-blobs.ts'
import { collectLog } from '../../support/api.ts'
import type { TestApi } from '../../support/api.ts'
import { ownFolder } from '../../support/fixtures.ts'

it('removes sixteen at a time, counts them, and goes on after one that stays', async () => {
  const blobs = createFsBlobStore(await ownFolder())
  const keys = Array.from({ length: 40 }, (_none, n) => `blob-${n}`)
  for (const key of keys) await blobs.put(key, Readable.from([Buffer.from('photo')]))
  const logged: TestApi['logged'] = []
  let asked = 0
  let most = 0
  const store = {
    ...blobs,
    async size(key: string) {
      asked += 1
      most = Math.max(most, asked)
      const size = await blobs.size(key)
      asked -= 1
      if (key === 'blob-3') throw new Error('the store does not answer')
      return size
    },
  }
  const removed = await removeBlobs({ blobs: store, log: collectLog(logged) }, [...keys, 'none'])
  expect([removed, most, logged.length]).toEqual([39, 16, 1])
  expect(await blobs.size('blob-3')).toBe(5)
  expect(await blobs.size('blob-39')).toBeUndefined()
})
