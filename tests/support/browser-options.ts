import { findChromium, findHeadlessShell } from '../../scripts/find-chromium.ts'

/** Flags of every Chromium in the tests: it makes no requests of its own. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Chromium as guests have it. */
export const WHOLE_BROWSER = { executablePath: findChromium(), args: CHROMIUM_FLAGS }

/** For test files that need no background sync: `test.use(HEADLESS_SHELL)`. It opens a page in half the time. */
export const HEADLESS_SHELL = {
  launchOptions: {
    executablePath: findHeadlessShell() ?? findChromium(),
    args: [...CHROMIUM_FLAGS, '--renderer-process-limit=1'],
  },
}

/** For test files that need no worker: `test.use(WITHOUT_WORKER)`. */
export const WITHOUT_WORKER = { ...HEADLESS_SHELL, serviceWorkers: 'block' as const }
