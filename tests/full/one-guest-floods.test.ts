import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import { UPLOADS_IN_PROCESSING_MAX } from '../../contract/limits.ts'
import { sharedServer } from '../support/fixtures.ts'
import { makePhoto } from '../support/photos.ts'
import { createSeededRandom } from '../support/seeded-random.ts'
import { makeSizedPhoto } from '../support/sized-photos.ts'
import { readStoredPhotos } from '../support/stored-photos.ts'

const FILES = 10_000
const FILE_BYTES = 215_000
const AT_ONCE = 8
/** Every so many files another guest does what guests do. */
const OTHERS_EVERY = 2_500
/** What decisions.md gives one user in one Orma. */
const USER_LIMIT = 2_000

const { orma, client, guest, event } = await sharedServer()

it(
  'X13: a guest who uploads 10,000 files is held at the limits, others are not',
  { timeout: 30 * 60_000 },
  async () => {
    const flooder = await client.signUp('Fred Flood')
    const params = { event_hash: event.event_hash }
    const { bytes } = await makeSizedPhoto('flood.jpg', FILE_BYTES, createSeededRandom(1))
    expect(bytes.length * FILES).toBeGreaterThan(2_000_000_000)
    const small = await makePhoto({ width: 640, height: 480 })
    const outcomes = new Map<string, number>()
    let mostWaiting = 0
    let next = 0

    async function flood(): Promise<void> {
      while (next < FILES) {
        next += 1
        const isLookedAt = next % OTHERS_EVERY === 0
        const { status, body } = await client.upload(event, flooder, bytes, { key: randomUUID() })
        const outcome = `${status} ${body.limitReached ?? body.code}`
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        if (isLookedAt) await expectOthersUnaffected()
      }
    }

    async function expectOthersUnaffected(): Promise<void> {
      const own = await readStoredPhotos(orma, event.event_hash)
      const waiting = own.filter(({ status }) => status === 'READYFORPROCESSING').length
      mostWaiting = Math.max(mostWaiting, waiting)
      expect((await client.call(api.listPosts, { params: { ...params, page: 1 } })).status).toBe(
        200,
      )
      const { status, body } = await client.upload(event, guest, small, { key: randomUUID() })
      expect(status).toBe(201)
      expect((await client.whenProcessed(event, guest, body.post.id)).status).toBe('COMPLETED')
    }

    await Promise.all(Array.from({ length: AT_ONCE }, flood))
    const seen = [...outcomes.keys()]
    const allowed = ['201 false', '200 true', '429 too_many_unprocessed']
    expect(seen.filter((outcome) => !allowed.includes(outcome))).toEqual([])
    const stored = outcomes.get('201 false') ?? 0
    expect(stored).toBeGreaterThan(0)
    expect(stored).toBeLessThanOrEqual(USER_LIMIT)
    expect(stored).toBeLessThan(FILES)
    expect(mostWaiting).toBeLessThanOrEqual(UPLOADS_IN_PROCESSING_MAX + FILES / OTHERS_EVERY)
    const { body: limit } = await client.call(api.checkLimit, { params, token: flooder.token })
    expect(limit.used).toBe(stored)
    const others = (await readStoredPhotos(orma, event.event_hash)).filter(
      ({ userId }) => userId === guest.user.id,
    )
    expect(others).toHaveLength(FILES / OTHERS_EVERY)
  },
)
