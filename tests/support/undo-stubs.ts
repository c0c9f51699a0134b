import { afterEach, vi } from 'vitest'

// A stub ends with its test: the next test file runs in the same process.
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
