import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { startChromium } from './engines/chromium-engine.ts'
import { openJsonSocket } from './engines/json-socket.ts'
import type { JsonSocket } from './engines/json-socket.ts'

/** A browser whose profile outlives it, as on a phone. */
export interface KillableBrowser {
  /** Starts it, the first time or again. */
  open: () => Promise<BrowserContext>
  /** Its debugging protocol, which reaches workers too. */
  protocol: () => Promise<JsonSocket>
  /** Kills it (SIGKILL), with all its processes. */
  kill9: () => Promise<void>
  /** Ends it and removes its profile. */
  close: () => Promise<void>
}

interface BrowserOptions {
  /** Command line switches besides those of every test. */
  flags?: string[]
  /** Folder for its profile; absent: a temporary one. */
  place?: string
}

export async function createKillableBrowser({
  flags = [],
  place = tmpdir(),
}: BrowserOptions = {}): Promise<KillableBrowser> {
  const profile = await mkdtemp(join(place, 'orma-profile-'))
  let running: Awaited<ReturnType<typeof startChromium>> | undefined

  async function kill9(): Promise<void> {
    await running?.kill9()
    running = undefined
  }

  return {
    async open() {
      running = await startChromium(profile, flags)
      const browser = await chromium.connectOverCDP(running.address)
      const [context] = browser.contexts()
      if (!context) throw new Error('the browser has no context')
      return context
    },
    protocol: () => openJsonSocket(running?.address ?? ''),
    kill9,
    async close() {
      await kill9()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
