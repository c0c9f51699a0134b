import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { texts } from '../../contract/texts.ts'
import type { Person } from '../../tests/support/api-client.ts'
import type { Engine, EngineDriver } from '../../tests/support/engines/engine.ts'
import { createSeededRandom } from '../../tests/support/seeded-random.ts'
import type { SeededRandom } from '../../tests/support/seeded-random.ts'
import { makeSizedPhoto } from '../../tests/support/sized-photos.ts'
import type { GalleryPhoto } from '../../tests/support/sized-photos.ts'
import { countStoredPhotos, readStoredPhotos } from '../../tests/support/stored-photos.ts'
import { createVenueGuest } from '../../tests/support/venue-guest.ts'
import type { VenueGuest } from '../../tests/support/venue-guest.ts'
import type { Venue } from '../../tests/support/venue.ts'
import { checkHistory } from './history.ts'
import type { Findings } from './history.ts'
import { createNemesis } from './nemesis.ts'

interface QueueTrialOptions {
  engine: Engine
  venue: Venue
  guest: Person
  seed: number
  /** How often the browser is killed. */
  kills: number
}

interface QueueTrial extends Findings {
  /** Photos that the screen called saved. */
  photos: number
  /** Kills at a moment when the server lacked at least one of them. */
  kills: number
  /** Requests that were made to fail. */
  faults: number
}

/** Time for everything to arrive once line and server are good and a page is open. */
const DRAINED_WITHIN_MS = 180_000
const LATEST_KILL_MS = 1800
const UPLOAD_BYTES_PER_SECOND = 1_000_000
const SHARE_OF_LARGE = 0.15

/**
 * One guest's evening: photos are chosen, the browser is killed while they wait, again and again, requests fail all the
 * while; then all is well, and what the server has is compared with what was chosen.
 */
export async function runQueueTrial(options: QueueTrialOptions): Promise<QueueTrial> {
  const { engine, venue, guest, seed, kills } = options
  const random = createSeededRandom(seed)
  const event = await venue.client.createOrma(guest)
  const profile = await mkdtemp(join(tmpdir(), 'orma-profile-'))
  const saved: GalleryPhoto[] = []
  const stored = () => countStoredPhotos(venue.orma, event.event_hash)
  let counted = 0
  let driver: EngineDriver | undefined

  async function openScreen(): Promise<VenueGuest> {
    driver = await engine.open(profile)
    const screen = createVenueGuest(driver, venue.url, event)
    await screen.signIn(guest)
    await screen.openUploadScreen()
    return screen
  }

  try {
    venue.relay.set({ upBytesPerSecond: UPLOAD_BYTES_PER_SECOND })
    venue.gateway.judge(createNemesis(random))
    const before = venue.gateway.exchanges.length
    for (let kill = 0; kill < kills; kill += 1) {
      const screen = await openScreen()
      // Drafts of the time before go first, where the kill came sooner than the tap.
      await screen.lists(saved)
      await screen.pressUploadNow()
      await screen.whenSubmitted()
      const photos = await takePhotos(random, saved.length)
      await screen.choose(photos)
      saved.push(...photos)
      const killAfterMs = random.between(0, LATEST_KILL_MS)
      if (!random.isOneOf(0.15)) await screen.uploadNow()
      await wait(killAfterMs)
      const lacking = saved.length - (await stored())
      await driver?.kill9()
      if (lacking > 0) counted += 1
    }
    const faults = venue.gateway.exchanges.slice(before).filter(({ fate }) => fate !== 'pass')

    venue.heal()
    const screen = await openScreen()
    await untilDrained(screen, saved.length)
    await driver?.kill9()
    driver = undefined
    const found = await readStoredPhotos(venue.orma, event.event_hash)
    const findings = checkHistory(
      saved.map(({ sha256 }) => sha256),
      found.map(({ bytesSha256 }) => bytesSha256),
    )
    return { ...findings, photos: saved.length, kills: counted, faults: faults.length }
  } finally {
    venue.heal()
    await driver?.kill9()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function takePhotos(random: SeededRandom, taken: number): Promise<GalleryPhoto[]> {
  const photos: GalleryPhoto[] = []
  const count = random.between(1, 4)
  for (let n = 0; n < count; n += 1) {
    const kilobytes = random.isOneOf(SHARE_OF_LARGE)
      ? random.between(1100, 1500)
      : random.between(50, 300)
    // Fixed width: no name is a part of another.
    const name = `IMG_${String(taken + n + 1).padStart(4, '0')}.jpg`
    photos.push(await makeSizedPhoto(name, kilobytes * 1000, random))
  }
  return photos
}

/** Waits for the screen to say that all are safe; what is not there in time is for the checker to say. */
async function untilDrained(screen: VenueGuest, photos: number): Promise<void> {
  const deadline = Date.now() + DRAINED_WITHIN_MS
  const allSafe = texts.upload.progress(photos, photos)
  while (!(await screen.sees(allSafe)) && Date.now() < deadline) {
    await screen.pressUploadNow()
    await wait(200)
  }
}
