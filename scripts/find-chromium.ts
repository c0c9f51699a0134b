import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/** The Chromium that the browser tests run in: Debian's package, or the test tool's own download; undefined where there is neither. */
export function findChromium(): string | undefined {
  return [SYSTEM_CHROMIUM, chromium.executablePath()].find((path) => path && existsSync(path))
}
