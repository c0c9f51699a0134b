import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextFrame } from '../../../src/ui/next-frame.ts'

beforeEach(() => void vi.useFakeTimers())

describe('nextFrame', () => {
  it('resolves in a task of its own after the frame has been drawn', async () => {
    let draw: (() => void) | undefined
    vi.stubGlobal('requestAnimationFrame', (drawing: () => void) => (draw = drawing))
    const seen = vi.fn<() => void>()
    const answered = nextFrame().then(seen)
    draw?.()
    await Promise.resolve()
    expect(seen).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(0)
    await answered
    expect(seen).toHaveBeenCalledOnce()
  })

  it('resolves also in a window that has no frames', async () => {
    vi.stubGlobal('requestAnimationFrame', () => 0)
    const answered = nextFrame()
    await vi.advanceTimersByTimeAsync(200)
    await expect(answered).resolves.toBeUndefined()
  })
})
