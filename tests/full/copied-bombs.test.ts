import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { copyVideo } from '../../server/media/copy-video.ts'
import { ownFolder } from '../support/fixtures.ts'
import { makeVideo } from '../support/make-video.ts'

// Each takes as much of a core as it may.
it.each([
  ['packets', 'stts', 12],
  ['packets of a chunk', 'stsc', 16],
])('a video that claims four thousand million %s is given up', async (_what, box, at) => {
  const folder = await ownFolder()
  const [file, output] = [join(folder, 'bomb.mp4'), join(folder, 'copy.mp4')]
  await makeVideo(file, { seconds: 1, width: 160, height: 120 })
  const bytes = await readFile(file)
  bytes.writeUInt32BE(0xffff_fff0, bytes.lastIndexOf(box) + at)
  await writeFile(file, bytes)
  const copying = copyVideo(file, output, new AbortController().signal)
  await expect(copying).rejects.toMatchObject({ reason: 'undecodable' })
})
