import { defineConfig } from '@playwright/test'
import { WHOLE_BROWSER } from './tests/support/browser-options.ts'

const FULL_RUN = process.env['ORMA_TEST_FULL'] === '1'

/** Browser tests: the real server, the built app, a real Chromium. */
export default defineConfig({
  testDir: 'tests',
  testMatch: FULL_RUN ? ['e2e/**/*.spec.ts', 'full/**/*.spec.ts'] : 'e2e/**/*.spec.ts',
  // Rare or long ones bear it in their titles, and stay beside their siblings.
  ...(FULL_RUN ? {} : { grepInvert: /@full/ }),
  outputDir: 'test-results',
  // One more than a small machine has cores: a test waits a third of its time.
  workers: 3,
  fullyParallel: true,
  // A busy machine fails one of 400 now and then. Whoever needed a second try is named at the end; the full run gives none.
  retries: FULL_RUN ? 0 : 1,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    serviceWorkers: 'allow',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: WHOLE_BROWSER,
  },
})
