import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readExif } from '../../../server/media/exif-file.ts'
import { cutPhoto } from '../../../server/media/photo-cut.ts'
import { inspectPhoto } from '../../../server/media/structure.ts'
import { sharedFolder } from '../../support/fixtures.ts'
import { manyPieces } from '../../support/hostile/many-pieces.ts'

/** Of a busy machine: each takes 0.2 to 1 s, and took up to more than 90 s where nothing was limited. */
const CPU_MAX_MS = 4_000
const DEADLINE_MS = 60_000
/** Each is read by itself, with a request to a bucket. */
const PARTS_MAX = 1_000

const file = join(await sharedFolder(), 'photo')

describe('a file of 30 MB made of as many pieces as there can be', () => {
  it.each(manyPieces)(
    'costs the server little before it is decoded: $name',
    async ({ make, isRefused }) => {
      await writeFile(file, make())
      const before = process.cpuUsage()
      const { damage } = await inspectPhoto(file)
      await readExif(file)
      const taken = { takenAt: '2026-06-20T18:30:00', offset: '+02:00', orientation: 6 }
      const cut = await cutPhoto(file, taken)
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000).toBeLessThan(CPU_MAX_MS)
      expect(damage !== undefined).toBe(isRefused)
      expect(cut?.parts.length ?? 0).toBeLessThanOrEqual(PARTS_MAX)
    },
    DEADLINE_MS,
  )
})
