import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enter } from '../../tests/e2e/fixtures.ts'
import { createApiClient } from '../../tests/support/api-client.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import type { Figure } from './figure.ts'
import { chooseBare, chooseMany, makeGallery } from './many-photos.ts'
import { openSlowPhone } from './slow-phone.ts'

const PHOTOS = 100
/** A press is felt as slow later than that. */
const FRAME_MS = 100

/** How long a slow phone's main thread is held up by a hundred photos at a time; while they are chosen, beside a bare input. */
export async function manyPhotosFigures(): Promise<Figure[]> {
  const orma = await startOrma()
  const folder = await mkdtemp(join(tmpdir(), 'orma-gallery-'))
  const phone = await openSlowPhone(Number(new URL(orma.url).port), {})
  try {
    const client = createApiClient(orma)
    const owner = await client.signUp('Olga Owner')
    const event = await client.createOrma(owner, { photosPerChoice: String(PHOTOS) })
    const context = await phone.takeNew()
    await enter(context, owner)
    const photos = await makeGallery(folder, PHOTOS)
    const bare = await chooseBare(phone.browser, context, { path: '/robots.txt', photos })
    const path = `/${event.event_hash}/upload`
    const seen = await chooseMany(phone.browser, context, { path, photos })
    const steps = Object.entries(seen).map(([step, ms]) => ({
      name: `longest task while ${PHOTOS} photos are ${step}`,
      measured: ms,
      unit: 'ms of CPU',
      ...(step === 'chosen' ? { limit: bare } : { budget: { atMost: FRAME_MS } }),
    }))
    return steps
  } finally {
    await phone.close()
    await orma.close()
    await rm(folder, { recursive: true })
  }
}
