import { beforeEach, describe, expect, it } from 'vitest'
import { POSTER } from '../../../../contract/limits.ts'
import { ApiError } from '../../../../src/api/api-error.ts'
import { BYTES, setScene } from '../send/resumable-fixtures.ts'
import type { Scene } from '../send/resumable-fixtures.ts'
import { silence } from '../../../support/tus-server.ts'

const FRAME = new Uint8Array([1, 2, 3])
const ID = 'upload-0-0'

let scene: Scene
beforeEach(async () => {
  scene = await setScene()
  await storeFrame(FRAME.buffer)
  scene.server.wantsPosters = true
})

/** Has the scene's video be one of this frame. */
async function storeFrame(poster: ArrayBuffer): Promise<void> {
  const { seq: _seq, ...video } = (await scene.record())!
  await scene.outbox.remove(() => true)
  await scene.outbox.add(video, BYTES.buffer, { preview: new ArrayBuffer(1), poster })
}

/** Answers the first poster with an error. */
function answerPoster(error: ApiError): void {
  let isAnswered = false
  scene.server.onAsked = (asked) => {
    if (asked !== 'poster' || isAnswered) return undefined
    isAnswered = true
    return { error }
  }
}

const beginning = () => scene.server.asked.slice(0, 4)

describe('the frame that was drawn of a video', () => {
  it('is sent before it where the server asks for it', async () => {
    await scene.drainToTheEnd()
    expect(beginning().slice(0, 3)).toEqual(['create', 'poster', 'append 0+65536'])
    expect(scene.server.posterOf(ID)).toEqual(FRAME)
    expect(scene.server.bytesOf(ID)).toEqual(BYTES)
  })

  it('stays where the server does not ask for it', async () => {
    scene.server.wantsPosters = false
    await scene.drainToTheEnd()
    expect(scene.server.asked).not.toContain('poster')
  })

  it('is sent again with the next try where it did not get through', async () => {
    const lost = new Set(['poster', 'append 0+65536'])
    scene.server.onAsked = (asked) => (lost.delete(asked) ? { error: silence() } : undefined)
    await scene.drainToTheEnd()
    expect(scene.server.asked.filter((asked) => asked === 'poster')).toHaveLength(2)
    expect(scene.server.posterOf(ID)).toEqual(FRAME)
  })

  it('holds no video up where it never gets through', async () => {
    scene.server.onAsked = (asked) => (asked === 'poster' ? { error: silence() } : undefined)
    await scene.drainToTheEnd()
    expect(scene.server.bytesOf(ID)).toEqual(BYTES)
    expect(await scene.record()).toMatchObject({ state: 'processing' })
  })

  it('is left out where it is larger than any server takes', async () => {
    await storeFrame(new ArrayBuffer(POSTER.bytesMax + 1))
    await scene.drainToTheEnd()
    expect(scene.server.asked).not.toContain('poster')
    expect(scene.server.bytesOf(ID)).toEqual(BYTES)
  })

  it('is left out where the server refuses it, or there is none', async () => {
    answerPoster(new ApiError(415, 'no picture', { code: 'unsupported_image' }))
    await scene.drainToTheEnd()
    expect(beginning().slice(1, 3)).toEqual(['poster', 'append 0+65536'])
    expect(await scene.record()).toMatchObject({ state: 'processing' })
    scene = await setScene()
    scene.server.wantsPosters = true
    await scene.drainToTheEnd()
    expect(scene.server.asked).not.toContain('poster')
    expect(await scene.record()).toMatchObject({ state: 'processing' })
  })
})
