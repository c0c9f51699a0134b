import { defineConfig } from 'vitest/config'

const FULL_RUN = process.env['ORMA_TEST_FULL'] === '1'

/** Unit, server and tree tests. Browser tests have `playwright.config.ts`. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: [
      '**/node_modules/**',
      'tests/e2e/**',
      'tests/bench/**',
      ...(FULL_RUN ? [] : ['tests/full/**']),
    ],
    environment: 'node',
    pool: 'forks',
    // Two at a time keep the whole run within 4 GB also while photos are processed.
    maxWorkers: 2,
    // Deadlines, not expectations: nothing here is timed, and the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
