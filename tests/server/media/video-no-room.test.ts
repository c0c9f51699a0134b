import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../../server/log.ts'
import { createVideoProcess } from '../../../server/media/video-process.ts'
import { StorageFull } from '../../../server/outages.ts'
import { ownFolder } from '../../support/fixtures.ts'
import { canMount, mountSmallDisk } from '../../support/full-disk.ts'
import { makeVideo } from '../../support/make-video.ts'

describe.runIf(canMount())('a video on a disk without room', () => {
  it.each([
    ['for its folder', 1],
    ['for what is made of it', 100],
  ])('%s says nothing of the video', async (_what, files) => {
    const folder = await ownFolder()
    const file = join(folder, 'clip.mp4')
    await makeVideo(file, { seconds: 1 })
    const disk = mountSmallDisk(join(folder, 'small'), 1, files)
    onTestFinished(() => disk.remove())
    if (files > 1) disk.fill()
    const videos = createVideoProcess({
      folder: join(disk.folder, 'work'),
      log: createLog('silent'),
    })
    const request = { file, type: 'mp4', longest: { maxVideoSeconds: 3 } } as const
    const made = videos.make(request, async () => 'made')
    await expect(made).rejects.toBeInstanceOf(StorageFull)
  })
})
