import { readFile } from 'node:fs/promises'
import { texts } from '../../contract/texts.ts'
import { WITH_VIDEOS, film } from '../e2e/chosen-videos.ts'
import { sha256Of } from '../support/sized-photos.ts'
import { expect, inEachEngine, test } from './engine-fixtures.ts'

test.use({ fields: WITH_VIDEOS })

inEachEngine(() => {
  test('a video survives the browser’s death, is sent once, and plays in its post', async ({
    engineName,
    venue,
    event,
    stored,
    storedHashes,
    openAsGuest,
  }) => {
    const bytes = await readFile(await film('party.mp4', { seconds: 4, width: 640, height: 480 }))
    const sha256 = sha256Of(bytes)
    const { driver: killed, screen } = await openAsGuest()
    const lacksH264 = engineName === 'chromium' && !(await killed.evaluate(playsH264))
    test.skip(lacksH264, 'Playwright’s own Chromium plays WebM alone.')
    await screen.openUploadScreen()
    await screen.choose([{ name: 'party.mp4', bytes, sha256 }])
    venue.relay.set({ refuse: true })
    await screen.uploadNow()
    await screen.whenSubmitted()
    await killed.kill9()
    expect(await storedHashes()).toEqual([])
    venue.heal()

    const { driver, screen: again } = await openAsGuest()
    await again.openHome()
    await expect.poll(storedHashes).toEqual([sha256])
    await expect.poll(async () => (await stored())[0]?.status).toBe('COMPLETED')
    await driver.goto(`${venue.url}/${event.event_hash}/post/${(await stored())[0]?.postId}`)
    const played = expect.poll(() =>
      driver.evaluate(play, texts.video.play as string, SOUGHT).catch(String),
    )
    await played.toMatchObject({
      error: null,
      posterSize: [640, 480],
      size: [640, 480],
      seek: 'there',
      hasMoved: true,
    })
    expect(await storedHashes()).toEqual([sha256])
  })
})

/** Seconds of the video to which it is sought while it plays. */
const SOUGHT = 2

function playsH264(): boolean {
  return document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"') !== ''
}

/** Runs in the page: presses the post's button, and says how its video plays. Without a person's press a browser plays in silence only. */
async function play(name: string, sought: number) {
  document.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)?.click()
  const video = document.querySelector<HTMLVideoElement>('article video')
  if (!video) return 'no video is there'
  const poster = new Image()
  poster.src = video.poster
  await poster.decode()
  video.muted = true
  if (video.paused && !video.ended) await video.play()
  if (video.dataset['sought'] === undefined) {
    video.dataset['sought'] = ''
    video.addEventListener('seeked', () => (video.dataset['sought'] = 'there'), { once: true })
    video.currentTime = sought
  }
  return {
    error: video.error && `${video.error.code} ${video.error.message}`,
    posterSize: [poster.naturalWidth, poster.naturalHeight],
    size: [video.videoWidth, video.videoHeight],
    seek: video.dataset['sought'],
    hasMoved: video.currentTime > sought,
  }
}
