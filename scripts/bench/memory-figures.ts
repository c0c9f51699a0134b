import { setTimeout as wait } from 'node:timers/promises'
import { startOrma } from '../../tests/support/orma-server.ts'
import { makePhoto } from '../../tests/support/photos.ts'
import type { Figure } from './figure.ts'
import { invitePhotoGuests } from './photo-guests.ts'
import { memoryOfTree } from './process-use.ts'
import { residentMegabytes } from './server-figures.ts'

/** Of 12 megapixels each: a wedding's. Fewer, as `BENCH_PHOTOS=150`, take seconds instead of minutes. */
const PHOTOS = Number(process.env['BENCH_PHOTOS'] ?? 1000)
const GUESTS = 4
/** Longer than photo processes that have worked keep what they took. */
const SOON_MS = 15_000
const REST_MS = 60_000

/** What memory the server and its photo processes have after many photos, and a minute later. */
export async function memoryFigures(): Promise<Figure[]> {
  return [
    ...(await figuresWith('off', { tree: 350, name: 'no check' })),
    ...(await figuresWith('nsfwjs', { tree: 800, name: 'checked' })),
  ]
}

async function figuresWith(
  MODERATION: string,
  { tree, name }: { tree: number; name: string },
): Promise<Figure[]> {
  const orma = await startOrma({ env: { MODERATION } })
  const guests = await invitePhotoGuests(orma, await makePhoto({ profile: 'srgb', takenAt: null }))
  const held = (what: string, measured: number, atMost: number): Figure => ({
    name: `memory of ${what}, ${name}`,
    measured,
    unit: 'MB',
    budget: { atMost },
    isHeld: true,
  })
  try {
    await guests.send(PHOTOS, GUESTS)
    const after = [
      held(`the server after ${PHOTOS} photos`, residentMegabytes(orma.pid), 220),
      // Not held: what a burst takes depends on the number of cores.
      { ...held('it and its photo processes', await memoryOfTree(orma.pid), tree), isHeld: false },
    ]
    await wait(SOON_MS)
    after.push(held('all of it 15 s later', await memoryOfTree(orma.pid), tree))
    await wait(REST_MS - SOON_MS)
    return [...after, held('all of it a minute later', await memoryOfTree(orma.pid), 180)]
  } finally {
    guests.close()
    await orma.close()
  }
}
