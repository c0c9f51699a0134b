import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'
import { findChromium } from '../../scripts/find-chromium.ts'

const ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
]
const DEADLINE_MS = 60_000
const LOOK_AGAIN_MS = 50

/** A browser that keeps its profile over its own death, as a phone's does. */
export interface KillableBrowser {
  /** Starts it, for the first time or again; gives what it holds open. */
  open: () => Promise<BrowserContext>
  /** Ends it at once (SIGKILL), with all its processes. */
  kill9: () => Promise<void>
  /** Ends it and removes its profile. */
  close: () => Promise<void>
}

/** `flags`: command line switches besides those of every test. */
export async function createKillableBrowser(flags: string[] = []): Promise<KillableBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'orma-profile-'))
  let child: ChildProcess | undefined

  async function kill9(): Promise<void> {
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    // Started as the leader of a group of its own, which all its processes belong to.
    process.kill(-child.pid, 'SIGKILL')
    await exited
  }

  return {
    async open() {
      const portFile = join(profile, 'DevToolsActivePort')
      await rm(portFile, { force: true })
      const args = [...ARGS, ...flags, `--user-data-dir=${profile}`, 'about:blank']
      child = spawn(findChromium() ?? 'chromium', args, { detached: true, stdio: 'ignore' })
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await readPort(portFile)}`)
      const [context] = browser.contexts()
      if (!context) throw new Error('the browser has no context')
      return context
    },
    kill9,
    async close() {
      await kill9()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function readPort(file: string): Promise<string> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '')
    const [port, path] = text.split('\n')
    if (port && path) return port
    if (Date.now() > deadline) throw new Error('the browser did not start')
    await wait(LOOK_AGAIN_MS)
  }
}
