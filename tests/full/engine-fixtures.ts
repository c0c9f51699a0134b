import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect as ofBrowserTests, test as base } from '../e2e/venue-fixtures.ts'
import { ENGINE_NAMES } from '../support/engines/engine.ts'
import type { Engine, EngineDriver, EngineName } from '../support/engines/engine.ts'
import { findEngine } from '../support/engines/find-engine.ts'
import { createVenueGuest } from '../support/venue-guest.ts'
import type { VenueGuest } from '../support/venue-guest.ts'

interface Fixtures {
  engineName: EngineName
  /** The test is left out where it is not installed. */
  engine: Engine
  /** Opens the engine on the test's own profile; one that is open already is killed first. */
  openEngine: () => Promise<EngineDriver>
  /** Opens it with the Orma's guest signed in. */
  openAsGuest: () => Promise<{ driver: EngineDriver; screen: VenueGuest }>
}

export const test = base.extend<Fixtures>({
  engineName: ['chromium', { option: true }],
  engine: async ({ engineName }, use, info) => {
    const found = findEngine(engineName)
    info.skip('missing' in found, 'missing' in found ? found.missing : '')
    if ('engine' in found) await use(found.engine)
  },
  openEngine: async ({ engine }, use) => {
    const profile = await mkdtemp(join(tmpdir(), 'orma-profile-'))
    let driver: EngineDriver | undefined
    await use(async () => {
      await driver?.kill9()
      driver = await engine.open(profile)
      return driver
    })
    await driver?.kill9()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
  openAsGuest: ({ openEngine, venue, event, guest }, use) =>
    use(async () => {
      const driver = await openEngine()
      const screen = createVenueGuest(driver, venue.url, event)
      await screen.signIn(guest)
      return { driver, screen }
    }),
})

/** Firefox and WebKitGTK draw without a graphics card, and on a busy machine take a minute for what Chromium does in seconds. */
export const expect = ofBrowserTests.configure({ timeout: 120_000 })

/** Has tests run in each engine. */
export function inEachEngine(addTests: () => void): void {
  for (const engineName of ENGINE_NAMES) {
    test.describe(engineName, () => {
      test.use({ engineName })
      test.describe.configure({ timeout: 600_000 })
      addTests()
    })
  }
}

/** How many records a store of the page's device has; 0 where there is no such database. */
export function countRecords(
  { evaluate }: EngineDriver,
  place: { database: string; store: string },
): Promise<number> {
  return evaluate(async ({ database, store }) => {
    const request = indexedDB.open(database)
    // To look must not create it.
    request.addEventListener('upgradeneeded', () => request.transaction?.abort())
    const db = await new Promise<IDBDatabase | undefined>((resolve) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => resolve(undefined))
    })
    if (!db) return 0
    const counting = db.transaction(store).objectStore(store).count()
    const count = await new Promise<number>((resolve) => {
      counting.addEventListener('success', () => resolve(counting.result))
    })
    db.close()
    return count
  }, place).catch(() => 0)
}
