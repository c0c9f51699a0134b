import { chromium } from '@playwright/test'
import { WHOLE_BROWSER } from '../../tests/support/browser-options.ts'
import { startGateway } from '../../tests/support/gateway.ts'
import { serveDemo } from './demo-server.ts'
import type { Figure } from './figure.ts'
import { createSourceNames } from './source-names.ts'

/** Until worker, photos and what comes late are there. */
const SETTLED_MS = 20_000
const IDLE_MS = 150_000
/** A shorter one wakes a phone's processor out of its sleep again and again. */
const SHORT_MS = 10_000

/** A call of `setTimeout`, `setInterval` or `requestAnimationFrame` that has come to its end. */
interface Fired {
  what: string
  ms: number
  /** The line of the stack that asked for it. */
  by: string
}

/**
 * What an open Orma does while nobody touches it and the live stream is open: requests, and timers of page and worker that end
 * within ten seconds.
 */
export async function idleFigures(): Promise<Figure[]> {
  const demo = await serveDemo()
  const gateway = await startGateway(() => demo.port)
  const browser = await chromium.launch({ ...WHOLE_BROWSER, headless: true })
  try {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    await page.addInitScript(noteTimers)
    await page.goto(`http://localhost:${gateway.port}/${demo.event_hash}`)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(noteTimers)
    await page.waitForTimeout(SETTLED_MS)
    const requestsBefore = gateway.exchanges.length
    await page.evaluate(forget)
    await worker?.evaluate(forget)
    await page.waitForTimeout(IDLE_MS)
    const requests = gateway.exchanges.slice(requestsBefore)
    const inPage = await page.evaluate(() => (globalThis as unknown as Noting).fired)
    const inWorker = (await worker?.evaluate(() => (globalThis as unknown as Noting).fired)) ?? []
    const short = [...inPage, ...inWorker].filter(({ ms }) => ms < SHORT_MS)
    console.error(`requests while idle: ${requests.map(({ path }) => path).join(', ') || 'none'}`)
    for (const line of counted([...inPage, ...inWorker])) console.error(line)
    const minutes = IDLE_MS / 60_000
    return [
      {
        name: 'requests a minute of an idle page that hears live news',
        measured: requests.length / minutes,
        unit: '',
        budget: { atMost: 1 },
        isHeld: true,
      },
      {
        name: `timers under ${SHORT_MS / 1000} s a minute, while nothing waits`,
        measured: short.length / minutes,
        unit: '',
        budget: { atMost: 0 },
        isHeld: true,
      },
    ]
  } finally {
    await browser.close()
    await gateway.close()
    await demo.close()
  }
}

interface Noting {
  fired: Fired[]
}

/** Runs in page and worker. */
function noteTimers(): void {
  const fired: Fired[] = []
  Object.assign(globalThis, { fired })
  const note = (what: string, ms: number) => {
    const by = new Error('asked').stack?.split('\n')[3] ?? ''
    return () => fired.push({ what, ms, by })
  }
  type Call = (callback: unknown, ms?: number, ...rest: unknown[]) => number
  const scope = globalThis as unknown as Record<string, Call>
  for (const what of ['setTimeout', 'setInterval', 'requestAnimationFrame']) {
    const original = scope[what]?.bind(globalThis)
    if (!original) continue
    scope[what] = (callback, ms = 0, ...rest) => {
      const tell = note(what, what === 'requestAnimationFrame' ? 0 : ms)
      const run = (...given: unknown[]) => {
        tell()
        if (typeof callback === 'function') callback(...given)
      }
      return original(run, ms, ...rest)
    }
  }
}

function forget(): void {
  ;(globalThis as unknown as Noting).fired.length = 0
}

/** What fired, how often, and whose it was. */
function counted(fired: readonly Fired[]): string[] {
  const sourceOf = createSourceNames()
  const groups = Map.groupBy(fired, ({ what, ms, by }) => {
    const [, name = '', url = '', line = '1', column = '1'] =
      /at (?:async )?(\S+)? ?\(?(\S+):(\d+):(\d+)/.exec(by) ?? []
    const place = sourceOf(url, Number(line) - 1, Number(column) - 1, name)
    return `${what} ${Math.round(ms)} ms by ${place.name} (${place.owner})`
  })
  return [...groups].map(([name, all]) => `${all.length} x ${name}`)
}
