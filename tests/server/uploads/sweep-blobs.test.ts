import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newMediaName } from '../../../server/blobs/media-name.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { ORPHAN_AGE_MS, sweepBlobs } from '../../../server/uploads/sweep-blobs.ts'
import { startOrmaApi } from '../../support/orma-api.ts'
import type { OrmaApi } from '../../support/orma-api.ts'

let api: OrmaApi
beforeEach(async () => {
  api = await startOrmaApi()
})
afterEach(() => api.close())

describe('sweepBlobs', () => {
  it('F1: removes blobs that no row knows and keeps those of every post and Orma', async () => {
    const owner = await api.signUp()
    const event = await api.createOrma(owner)
    const kept = mediaKeys((await api.addPost(event, owner)).media_name)
    const orphan = mediaKeys(newMediaName())
    for (const key of Object.values(orphan)) await api.blobs.put(key, Buffer.from('left behind'))

    expect(await sweepBlobs(api.db, api.blobs, -1)).toBe(3)
    for (const key of Object.values(kept)) expect(await api.blobs.size(key)).toBeDefined()
    for (const key of Object.values(orphan)) expect(await api.blobs.size(key)).toBeUndefined()
  })

  it('leaves alone what may still be on its way to its row', async () => {
    const { original } = mediaKeys(newMediaName())
    await api.blobs.put(original, Buffer.from('just come in'))
    expect(await sweepBlobs(api.db, api.blobs, ORPHAN_AGE_MS)).toBe(0)
    expect(await api.blobs.size(original)).toBeDefined()
  })
})
