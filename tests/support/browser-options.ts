import { findChromium, findHeadlessShell } from '../../scripts/find-chromium.ts'

/** Chromium as people have it. */
export const WHOLE_BROWSER = {
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
}

/**
 * For files of tests in which the worker plays no part: `test.use(WITHOUT_WORKER)`. The headless shell opens a page in a third of
 * the time, but has no background sync, and a page whose worker asks for that crashes in it.
 */
export const WITHOUT_WORKER = {
  serviceWorkers: 'block' as const,
  launchOptions: {
    executablePath: findHeadlessShell() ?? findChromium(),
    args: [...WHOLE_BROWSER.args, '--renderer-process-limit=1'],
  },
}
