import { ALBUM } from './album.ts'
import type { Motif } from './album.ts'
import { develop } from './develop.ts'
import type { PlannedPhoto } from './evening-plan.ts'
import { createRandom } from './seeded-random.ts'

/** Paints a photo of the plan: a JPEG as a phone would have taken it, with its time in this machine's zone. */
export async function paintPhoto({
  motif,
  seed,
  frame,
  takenAt,
}: Pick<PlannedPhoto, 'motif' | 'seed' | 'frame' | 'takenAt'>): Promise<Buffer> {
  const { scene, bloom }: Motif = ALBUM[motif]
  const random = createRandom(seed * 7919 + motif.length)
  const layers = scene(frame, random)
  const leak = { x: random.pick([-0.1, 1.1]), y: random.next(), strength: random.between(0.3, 0.7) }
  const film = { bloom, vignette: 0.48, grain: 9, ...(random.chance(0.3) ? { leak } : {}) }
  return develop(frame, layers, film, wallClock(takenAt))
}

/** A moment as EXIF writes it, and the clock's distance from UTC. */
function wallClock(time: number): { at: string; offset: string } {
  const ahead = -new Date(time).getTimezoneOffset()
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    at: new Date(time + ahead * 60_000)
      .toISOString()
      .slice(0, 19)
      .replaceAll('-', ':')
      .replace('T', ' '),
    offset: `${ahead < 0 ? '-' : '+'}${two(hours)}:${two(minutes)}`,
  }
}
