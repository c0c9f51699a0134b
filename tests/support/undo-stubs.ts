import { afterEach, vi } from 'vitest'

// Whatever a test puts in place of something ends with it: the next file of tests runs in the same process.
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
