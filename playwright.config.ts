import { defineConfig } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.ts'

const FULL_RUN = process.env['ORMA_TEST_FULL'] === '1'

/** Browser tests: the real server, the built app, a real Chromium. */
export default defineConfig({
  testDir: 'tests',
  testMatch: FULL_RUN ? ['e2e/**/*.spec.ts', 'full/**/*.spec.ts'] : 'e2e/**/*.spec.ts',
  outputDir: 'test-results',
  // One at a time: a second browser on two cores only makes both slow.
  workers: 1,
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
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
