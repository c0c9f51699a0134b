import { ALBUM } from '../evening/album.ts'
import type { Motif } from '../evening/album.ts'
import type { PlannedPhoto } from '../evening/evening-plan.ts'
import { develop } from './develop.ts'
import type { Exposure, Layer } from './develop.ts'
import { glow, wash } from './marks.ts'
import type { Frame, View } from './marks.ts'
import { createRandom } from './seeded-random.ts'
import type { Random } from './seeded-random.ts'

/** The white balance of each phone: some warmer, some rosier, some cooler. */
const TINTS = ['#ff9a4a', '#ffb27a', '#ff7a6a', '#ffd08a', '#8a9aff'] as const

type Shot = Pick<PlannedPhoto, 'motif' | 'seed' | 'frame'> & { take?: number }

/** Paints a planned photo: a JPEG as from a phone, with its time in this machine's time zone. */
export async function paintPhoto(shot: Shot & { takenAt: number }): Promise<Buffer> {
  return develop(expose(shot), wallClock(shot.takenAt))
}

/** The exposure of a shot: always the same for the same shot, and nearly the same for the next take of a burst. */
export function expose({ motif, seed, frame, take = 0 }: Shot): Exposure {
  const { scene, bloom }: Motif = ALBUM[motif]
  const random = createRandom(seed * 7919 + motif.length)
  const layers = scene(frame, random)
  const view = crop(frame, random, take)
  return { layers: [...layers, ...strayLight(frame, random)], view, bloom }
}

/** How near the photographer stood, and how the phone was held. */
function crop({ width, height }: Frame, random: Random, take: number): View {
  const share = 1 / (random.between(1, 1.16) + take * 0.022)
  const view = { width: width * share, height: height * share }
  const [x, y] = [random.next(), random.next()]
  return { ...view, x: (width - view.width) * x, y: (height - view.height) * y }
}

function strayLight({ width, height }: Frame, random: Random): Layer[] {
  const tint = wash(random.pick(TINTS), random.between(0.08, 0.26))
  const leak = glow(width * random.pick([-0.05, 1.05]), height * random.next(), 760, '#ff7030')
  return [
    { marks: tint, blend: 'soft-light' },
    ...(random.chance(0.22) ? [{ marks: leak, blend: 'screen' } as const] : []),
  ]
}

/** A moment as EXIF writes it, and its offset from UTC. */
function wallClock(time: number): { at: string; offset: string } {
  const ahead = -new Date(time).getTimezoneOffset()
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  const local = new Date(time + ahead * 60_000).toISOString().slice(0, 19)
  return {
    at: local.replaceAll('-', ':').replace('T', ' '),
    offset: `${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`,
  }
}
