import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, describe, it } from 'vitest'
import { withProfile } from '../../../server/media/icc-profile.ts'
import { createPhotoProcess } from '../../../server/media/photo-process.ts'
import { cmykProfile } from '../../support/icc-profiles.ts'
import { COLOURS, expectColours } from '../../support/quarters.ts'
import type { Colour } from '../../support/quarters.ts'

const photos = createPhotoProcess()
afterAll(() => photos.close())

/** Full inks as they come out of a press: M + Y, C + Y, C + M, and Y alone. */
const PRINTED: Colour[] = [
  [232, 0, 0],
  [0, 141, 46],
  [32, 6, 117],
  [255, 240, 0],
]
const [RED, GREEN, BLUE, YELLOW] = COLOURS as [Colour, Colour, Colour, Colour]
const [WHITE, BLACK, GREY]: Colour[] = [255, 0, 90].map((grey) => [grey, grey, grey])

/** Written by ImageMagick, as Adobe has it: with its values the other way round. */
const readInks = () => readFile(path.join(import.meta.dirname, '../../support/colours/inks.jpg'))

describe('the colours of a JPEG in CMYK', () => {
  it('are those of its profile in each picture made of it', async () => {
    const withoutBlack = [WHITE, YELLOW, GREY, RED, GREY, GREEN, BLUE, GREY] as Colour[]
    const inks = withoutBlack.flatMap((colour) => [colour, BLACK!])
    await expectColours(photos, withProfile(await readInks(), cmykProfile('A press', inks)))
  })

  it('are those of a press where it has no profile', async () => {
    await expectColours(photos, await readInks(), PRINTED)
  })
})
