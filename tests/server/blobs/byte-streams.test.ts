import { describe, expect, it } from 'vitest'
import { StoreOutage } from '../../../server/outages.ts'
import { watchStream } from '../../../server/blobs/byte-streams.ts'

describe('watchStream', () => {
  it('fails and lets go of a source that says nothing more', async () => {
    let isCancelled = false
    const silent = new ReadableStream<Uint8Array>({
      pull: () => new Promise(() => undefined),
      cancel: () => void (isCancelled = true),
    })
    const reading = watchStream(silent, 20).getReader().read()
    await expect(reading).rejects.toBeInstanceOf(StoreOutage)
    expect(isCancelled).toBe(true)
  })

  it('fails where its source breaks off', async () => {
    const broken = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(new Error('the line was cut')),
    })
    const reading = watchStream(broken).getReader().read()
    await expect(reading).rejects.toThrow('the line was cut')
  })
})
