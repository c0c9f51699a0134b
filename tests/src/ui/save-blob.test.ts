import { beforeEach, describe, expect, it, vi } from 'vitest'
import { saveBlob } from '../../../src/ui/save-blob.ts'

beforeEach(() => void vi.useFakeTimers())

describe('saveBlob', () => {
  it('keeps the file’s address until a slow browser has read it', async () => {
    const link = { href: '', download: '', click: vi.fn<() => void>() }
    vi.stubGlobal('document', { createElement: () => link })
    saveBlob(new Blob(['night'], { type: 'image/jpeg' }), 'night.jpg')
    expect(link.click).toHaveBeenCalledOnce()
    expect(link.download).toBe('night.jpg')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await (await fetch(link.href)).text()).toBe('night')
    await vi.advanceTimersByTimeAsync(60_000)
    await expect(fetch(link.href)).rejects.toThrow('fetch failed')
  })
})
