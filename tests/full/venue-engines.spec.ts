import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { SMALLER_PHOTO } from '../../contract/limits.ts'
import { texts } from '../../contract/texts.ts'
import { gallery } from '../e2e/venue-fixtures.ts'
import { isUpright, makePhoto } from '../support/photos.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { sha256Of } from '../support/sized-photos.ts'
import { runQueueTrial } from '../../scripts/torture/queue-trial.ts'
import { countRecords, expect, inEachEngine, test } from './engine-fixtures.ts'

const RUNS = 20
/** A deadline for a page to load and its photos to be on their way, on a machine that may be busy. */
const SENDING_WITHIN_MS = 10_000
/** Long enough for the waits between two tries to have grown. */
const OUTAGE_MS = 30_000

inEachEngine(() => {
  for (let run = 1; run <= RUNS; run += 1) {
    test(`Q1, Q4: photos chosen offline survive the browser’s death, and home sends them (${run})`, async ({
      venue,
      storedHashes,
      openAsGuest,
    }) => {
      const random = createSeededRandom(run)
      const photos = await gallery(4)
      const { driver, screen } = await openAsGuest()
      await screen.openUploadScreen()
      await screen.choose(photos)
      // The page knows its guest.
      await expect
        .poll(() => countRecords(driver, { database: 'orma-session', store: 'session' }))
        .toBe(1)
      venue.relay.set({ refuse: true })
      await screen.uploadNow()
      await screen.whenSubmitted()
      await wait(random.between(100, 1000))
      await driver.kill9()
      venue.heal()

      const { screen: again } = await openAsGuest()
      const sent = venue.gateway.uploads().length
      await again.openHome()
      await expect
        .poll(() => venue.gateway.uploads().length, { timeout: SENDING_WITHIN_MS })
        .toBeGreaterThan(sent)
      await expect.poll(storedHashes).toEqual(photos.map(({ sha256 }) => sha256))
    })
  }

  test('Q2: nothing is lost, doubled or reordered while requests fail and the browser is killed', async ({
    engine,
    venue,
    guest,
  }) => {
    for (const seed of [11, 12, 13]) {
      const result = await runQueueTrial({ engine, venue, guest, seed, kills: 2 })
      expect(result).toMatchObject({ lost: 0, doubled: 0, disordered: 0 })
    }
  })

  test('photos go within seconds when the network is back and a page is open', async ({
    venue,
    storedHashes,
    openAsGuest,
  }) => {
    const photos = await gallery(4)
    const { screen } = await openAsGuest()
    await screen.openUploadScreen()
    await screen.choose(photos)
    venue.relay.set({ refuse: true })
    await screen.uploadNow()
    await screen.whenSeen(texts.upload.waitingForSignal)
    await wait(OUTAGE_MS)
    expect(await storedHashes()).toEqual([])
    venue.heal()
    await expect
      .poll(storedHashes, { timeout: SENDING_WITHIN_MS })
      .toEqual(photos.map(({ sha256 }) => sha256))
    await screen.whenSeen(texts.upload.progress(4, 4))
  })

  test('a smaller photo is made upright, and goes up with the time it was taken', async ({
    stored,
    openAsGuest,
  }) => {
    const bytes = await makePhoto()
    const { driver, screen } = await openAsGuest()
    await driver.evaluate(() => localStorage.setItem('smaller_photos', 'yes'))
    await screen.openUploadScreen()
    await screen.choose([{ name: 'IMG_1.jpg', bytes, sha256: sha256Of(bytes) }])
    await screen.uploadNow()
    await screen.whenSeen(texts.upload.progress(1, 1))
    const [photo] = await stored()
    const { width, height } = await sharp(photo!.file).metadata()
    expect([width, height]).toEqual([1920, SMALLER_PHOTO.edgePx])
    expect(await isUpright(await readFile(photo!.file))).toBe(true)
    expect(photo!.original_date).toBe('2026-06-20T15:04:05+02:00')
  })
})
