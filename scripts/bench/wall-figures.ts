import { availableParallelism, constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { childrenOf } from '../../tests/support/child-processes.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import type { OrmaServer } from '../../tests/support/orma-server.ts'
import { makePhoto } from '../../tests/support/photos.ts'
import type { Figure } from './figure.ts'
import { median, quantile } from './http-load.ts'
import { renderAlone } from './photo-figures.ts'
import { invitePhotoGuests } from './photo-guests.ts'
import type { PhotoGuests, SeenPhoto } from './photo-guests.ts'
import { cpuMs, ownCpuMs } from './process-use.ts'

/** Of 12 megapixels each, in each turn. */
const PHOTOS = 24
const ROUNDS = 5
const LOOK_AGAIN_MS = 5
/** Less than anybody takes to choose photos. */
const CHOOSING_MS = 3_000

/** What an evening's photos go through on the same cores as sharp alone: from the first byte sent until others see them, and until they are complete. */
export async function wallFigures(): Promise<Figure[]> {
  sharp.concurrency(1)
  sharp.cache(false)
  // As the photo processes are: on a busy machine the other would be given more of it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const photo = await makePhoto({ profile: 'srgb', takenAt: null })
  return [
    ...(await figuresWith(photo, 'off', { visible: 2, complete: 0.9 })),
    ...(await figuresWith(photo, 'nsfwjs', { visible: 1, complete: 0.65 })),
  ]
}

interface Sent {
  visible: number
  complete: number
  waits: number[]
  cpu: number
}

interface Turn {
  one: Sent
  four: Sent
  /** Four guests, where no photo process is there yet. */
  cold: Sent
  /** The same, some seconds after one of them has opened the upload screen. */
  opened: Sent
  alone: { perSecond: number; cpu: number }
}

interface Budgets {
  visible: number
  complete: number
}

async function figuresWith(photo: Buffer, MODERATION: string, least: Budgets): Promise<Figure[]> {
  const orma = await startOrma({ env: { MODERATION } })
  const guests = await invitePhotoGuests(orma, photo)
  try {
    const alone = async () => {
      const [start, before] = [performance.now(), ownCpuMs()]
      await renderAllAlone(photo)
      return { perSecond: rate(performance.now() - start), cpu: (ownCpuMs() - before) / PHOTOS }
    }
    // Processes started, the model loaded, code compiled.
    await guests.send(PHOTOS, 1)
    await alone()
    const turns: Turn[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      turns.push({
        one: await sendAll(orma, guests, 1),
        four: await sendAll(orma, guests, 4),
        cold: await sendCold(orma, guests, { isOpened: false }),
        opened: await sendCold(orma, guests, { isOpened: true }),
        alone: await alone(),
      })
    }
    const limit = median(turns.map((turn) => turn.alone.perSecond))
    const name = (what: string) => `${what}, ${MODERATION === 'off' ? 'no check' : 'checked'}`
    const ofGuests = (who: 'one' | 'four') => {
      const of = (what: 'visible' | 'complete') => median(turns.map((turn) => turn[who][what]))
      const waits = turns.flatMap((turn) => turn[who].waits)
      const from = `photos of ${who === 'one' ? 'a guest' : 'four guests'}`
      return [
        ...(['visible', 'complete'] as const).map((what) => ({
          name: name(`${from} until ${what}, against sharp alone`),
          measured: of(what),
          limit,
          unit: 'photos/s',
          budget: { atLeast: least[what] },
        })),
        {
          name: name(`${from}, from answer to visible, p50`),
          measured: quantile(waits, 0.5),
          unit: 'ms',
        },
        {
          name: name(`${from}, from answer to visible, p95`),
          measured: quantile(waits, 0.95),
          unit: 'ms',
        },
      ]
    }
    return [
      ...ofGuests('one'),
      ...ofGuests('four'),
      // They come within milliseconds here. Those of a line that takes a second for a photo find the model loaded.
      ...(['cold', 'opened'] as const).map((how) => ({
        name: name(
          `first photos of four guests, ${how === 'cold' ? 'no process ready' : 'the upload screen open'}, until visible, against sharp alone`,
        ),
        measured: median(turns.map((turn) => turn[how].visible)),
        limit,
        unit: 'photos/s' as const,
      })),
      {
        // Who sends is not counted here, but receiving is, which sharp alone does not do.
        name: name('photos received and complete for each second on a core'),
        measured: 1000 / median(turns.map((turn) => turn.four.cpu)),
        limit: 1000 / median(turns.map((turn) => turn.alone.cpu)),
        unit: 'photos/s',
        budget: { atLeast: least.complete },
      },
    ]
  } finally {
    guests.close()
    await orma.close()
  }
}

/** Photo processes end by themselves when nobody adds photos for a while. */
async function sendCold(
  orma: OrmaServer,
  guests: PhotoGuests,
  { isOpened }: { isOpened: boolean },
): Promise<Sent> {
  const { pid } = orma
  for (const child of await childrenOf(pid)) process.kill(child, 'SIGKILL')
  while ((await childrenOf(pid)).length > 0) await wait(LOOK_AGAIN_MS)
  if (isOpened) {
    await guests.open()
    await wait(CHOOSING_MS)
  }
  return sendAll(orma, guests, 4)
}

async function sendAll(orma: OrmaServer, guests: PhotoGuests, count: number): Promise<Sent> {
  const pids = [orma.pid, ...(await childrenOf(orma.pid))]
  const [start, before] = [performance.now(), cpuMs(pids)]
  const seen = await guests.send(PHOTOS, count)
  const last = (what: keyof SeenPhoto) => Math.max(...seen.map((each) => each[what])) - start
  return {
    visible: rate(last('visible')),
    complete: rate(last('complete')),
    // Live news may overtake the answer.
    waits: seen.map(({ answered, visible }) => Math.max(0, visible - answered)),
    cpu: (cpuMs(pids) - before) / PHOTOS,
  }
}

function rate(ms: number): number {
  return (PHOTOS * 1000) / ms
}

/** As many at once as there are cores. */
async function renderAllAlone(photo: Buffer): Promise<void> {
  let left = PHOTOS
  const lane = async () => {
    while (left > 0) {
      left -= 1
      await renderAlone(photo)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, lane))
}
