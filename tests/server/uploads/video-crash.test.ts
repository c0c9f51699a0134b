import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { Post } from '../../../contract/entities.ts'
import { childrenOf } from '../../support/child-processes.ts'
import { sharedFolder, sharedServer } from '../../support/fixtures.ts'
import { makeVideo } from '../../support/make-video.ts'
import { sendVideo } from '../../support/send-video.ts'

const { orma, client, owner, guest } = await sharedServer()
const file = join(await sharedFolder(), 'clip.mp4')
// Encoded anew, it takes seconds.
await makeVideo(file, { seconds: 6, width: 1280, height: 720, codec: 'hevc' })

/** Whether frames are being encoded. */
async function isAtWork(): Promise<boolean> {
  const programs = (await childrenOf(orma.pid)).map((pid) =>
    readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''),
  )
  return (await Promise.all(programs)).some((words) => words.includes('libx264'))
}

it.each([
  ['killed', () => orma.kill9().then(() => orma.restart())],
  ['stopped', () => orma.restart()],
])('a video under way is made after its server was %s', async (_how, end) => {
  const event = await client.createOrma(owner, { allowVideos: 'true' })
  const { body } = await sendVideo(orma, event, guest, await readFile(file))
  await vi.waitUntil(isAtWork, { timeout: 120_000, interval: 20 })
  await end()
  const post = await client.whenProcessed(event, guest, (body.post as Post).id)
  expect(post).toMatchObject({ kind: 'video', status: 'COMPLETED', width: 1280 })
})
