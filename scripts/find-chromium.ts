import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'
const SYSTEM_SHELL = '/usr/bin/chromium-headless-shell'

/** The Chromium that the browser tests run in: Debian's package, or the test tool's own download; undefined where there is neither. */
export function findChromium(): string | undefined {
  return [SYSTEM_CHROMIUM, chromium.executablePath()].find((path) => path && existsSync(path))
}

/** The same engine without the browser around it, which opens a page in half the time; undefined where Debian does not have it. */
export function findHeadlessShell(): string | undefined {
  return existsSync(SYSTEM_SHELL) ? SYSTEM_SHELL : undefined
}
