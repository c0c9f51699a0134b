import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'
const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell'

/** The Chromium for browser tests: Debian's package, or Playwright's download; undefined where there is neither. */
export function findChromium(): string | undefined {
  return [SYSTEM_CHROMIUM, chromium.executablePath()].find((path) => path && existsSync(path))
}

/** Chromium's headless shell, which opens a page in half the time; undefined where Debian does not have it. */
export function findHeadlessShell(): string | undefined {
  return existsSync(SYSTEM_SHELL) ? SYSTEM_SHELL : undefined
}
