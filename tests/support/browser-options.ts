import { findChromium, findHeadlessShell } from '../../scripts/find-chromium.ts'

/** Every Chromium of the tests is started with these: it asks nobody for anything by itself. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium as people have it. */
export const WHOLE_BROWSER = { executablePath: findChromium(), args: CHROMIUM_FLAGS }

/** For files of tests that need no background sync: `test.use(HEADLESS_SHELL)`. It opens a page in half the time. */
export const HEADLESS_SHELL = {
  launchOptions: {
    executablePath: findHeadlessShell() ?? findChromium(),
    args: [...CHROMIUM_FLAGS, '--renderer-process-limit=1'],
  },
}

/** For files of tests in which the worker plays no part: `test.use(WITHOUT_WORKER)`. */
export const WITHOUT_WORKER = { ...HEADLESS_SHELL, serviceWorkers: 'block' as const }
