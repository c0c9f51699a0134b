import { api } from '../../contract/api.ts'
import type { FilmConfig } from '../../contract/film-config.ts'
import { weekend } from '../e2e/film-fixtures.ts'
import { expect, inEachEngine, test } from './engine-fixtures.ts'

inEachEngine(() => {
  test('a day’s video plays as it is downloaded', async ({ orma, openEngine }) => {
    const { client, event, owner } = await weekend(orma)
    const params = { event_hash: event.event_hash, id: '2026-11-05' }
    const { body: day } = await client.call(api.getHighlightConfig, { params, token: owner.token })
    const { status, body: video } = await client.call(api.renderVideo, {
      params: { ...params, product: 'reel' },
      json: { HighlightsImages: day.data.video_json },
      token: owner.token,
    })
    expect(status).toBe(200)
    const driver = await openEngine()
    // Home is longer than the screen, and WebKit starts no silent video below it.
    await driver.goto(`${orma.url}/robots.txt`)
    const played = await driver.evaluate(play, video.data.output, owner.token)
    expect(played).toMatchObject({ error: null, width: 1080, height: 1920, hasMoved: true })
    const { images, normalDurationInSeconds, specialDurationInSeconds } = day.data
      .video_json as FilmConfig
    const seconds = images
      .map(({ special }) => (special ? specialDurationInSeconds : normalDurationInSeconds))
      .reduce((sum, each) => sum + each, 0)
    expect(played.seconds).toBeCloseTo(seconds, 1)
  })
})

/** Runs in the page: plays a video of the server's without sound, to its end. */
async function play(path: string, token: string) {
  const answer = await fetch(path, { headers: { authorization: token } })
  const video = document.createElement('video')
  video.muted = true
  video.src = URL.createObjectURL(await answer.blob())
  document.body.append(video)
  let moved = 0
  video.addEventListener('timeupdate', () => (moved = Math.max(moved, video.currentTime)))
  await new Promise((resolve) => {
    video.addEventListener('error', resolve)
    video.addEventListener('ended', resolve)
    void video.play().catch(resolve)
  })
  return {
    error: video.error && `${video.error.code} ${video.error.message}`,
    width: video.videoWidth,
    height: video.videoHeight,
    seconds: video.duration,
    hasMoved: moved > 1,
  }
}
