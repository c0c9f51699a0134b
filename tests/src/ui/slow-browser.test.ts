import { beforeEach, expect, it, vi } from 'vitest'
import { nextFrame } from '../../../src/ui/layout/use-open-after-frame.ts'
import { saveBlob } from '../../../src/ui/layout/save-blob.ts'

beforeEach(() => void vi.useFakeTimers())

it('nextFrame resolves also in a window that has no frames', async () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const answered = nextFrame()
  await vi.advanceTimersByTimeAsync(200)
  await expect(answered).resolves.toBeUndefined()
})

it('saveBlob keeps the file’s address until a slow browser has read it', async () => {
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
