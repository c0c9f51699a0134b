import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { texts } from '../../../contract/texts.ts'
import { recallMissingForVideos } from '../../../server/media/ffmpeg.ts'
import { ownFolder, sharedApp } from '../../support/fixtures.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

const { orma, client, owner, guest } = await sharedApp()
const MINUTE_MS = 60_000

// Of several processes another may be able to.
it.skipIf(orma.db.isShared)(
  'a video waits on its phone while nobody here can process it',
  async () => {
    vi.stubEnv('PATH', await ownFolder())
    const tus = createTusCaller(
      orma,
      await client.createOrma(owner, { allowVideos: 'true' }),
      guest,
    )
    const metadata = { filetype: 'video/mp4', key: randomUUID() }
    const { status, body, headers } = await tus.create(Buffer.alloc(1000), { metadata })
    expect([status, body.code]).toEqual([503, 'videos_unavailable'])
    expect([body.error, headers.get('retry-after')]).toEqual([texts.server.noVideosHere, '60'])
  },
)

it('what videos need is looked for until it is there, once a minute', async () => {
  const [path, nowhere] = [process.env['PATH'], await ownFolder()]
  const missing = recallMissingForVideos()
  const inMinutes = (minutes: number) =>
    vi.spyOn(performance, 'now').mockReturnValue(minutes * MINUTE_MS)
  inMinutes(0)
  vi.stubEnv('PATH', nowhere)
  expect(await missing()).toBe('ffmpeg')
  vi.stubEnv('PATH', path)
  expect(await missing()).toBe('ffmpeg')
  inMinutes(1.1)
  expect(await missing()).toBeUndefined()
  inMinutes(9)
  vi.stubEnv('PATH', nowhere)
  expect(await missing()).toBeUndefined()
})
