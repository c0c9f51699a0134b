import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextFrame } from '../../../src/ui/next-frame.ts'

beforeEach(() => void vi.useFakeTimers())

describe('nextFrame', () => {
  it('resolves also in a window that has no frames', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0)
    const answered = nextFrame()
    await vi.advanceTimersByTimeAsync(200)
    await expect(answered).resolves.toBeUndefined()
  })
})
