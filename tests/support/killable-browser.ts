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
import { CHROMIUM_FLAGS } from './browser-options.ts'
import { openJsonSocket } from './engines/json-socket.ts'
import type { JsonSocket } from './engines/json-socket.ts'

const ARGS = ['--headless', ...CHROMIUM_FLAGS, '--remote-debugging-port=0']
const DEADLINE_MS = 60_000
const LOOK_AGAIN_MS = 50

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
  const portFile = join(profile, 'DevToolsActivePort')
  let child: ChildProcess | undefined

  async function kill9(): Promise<void> {
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    // It was started as the leader of a process group.
    process.kill(-child.pid, 'SIGKILL')
    await exited
  }

  return {
    async open() {
      await rm(portFile, { force: true })
      const args = [...ARGS, ...flags, `--user-data-dir=${profile}`, 'about:blank']
      child = spawn(findChromium() ?? 'chromium', args, { detached: true, stdio: 'ignore' })
      const [port] = await readPort(portFile)
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      const [context] = browser.contexts()
      if (!context) throw new Error('the browser has no context')
      return context
    },
    async protocol() {
      const [port, path] = await readPort(portFile)
      return openJsonSocket(`ws://127.0.0.1:${port}${path}`)
    },
    kill9,
    async close() {
      await kill9()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Gives the port of the debugging protocol and the path of its socket. */
async function readPort(file: string): Promise<[port: string, path: string]> {
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '')
    const [port, path] = text.split('\n')
    if (port && path) return [port, path]
    if (Date.now() > deadline) throw new Error('the browser did not start')
    await wait(LOOK_AGAIN_MS)
  }
}
