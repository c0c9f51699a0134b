import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadFilm } from '../../../../src/features/highlights/load-film.ts'

/** A picture that comes when the test says so. */
class SlowImage extends EventTarget {
  src = ''
}

/** The pictures that are being loaded, in the order in which they were begun. */
let coming: SlowImage[]

function startFilm(count: number) {
  const urls = Array.from({ length: count }, (_, at) => `/media/${at}`)
  const images = urls.map((url) => ({ url, special: false }))
  const config = {
    images,
    normalDurationInSeconds: 2,
    specialDurationInSeconds: 3,
    bgAudio: null,
  }
  const settled: number[] = []
  const film = loadFilm(config, (done) => settled.push(done))
  return { urls, film, settled }
}

async function bringNext() {
  coming.shift()?.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  coming = []
  vi.stubGlobal(
    'Image',
    class extends SlowImage {
      constructor() {
        super()
        coming.push(this)
      }
    },
  )
  vi.spyOn(console, 'error').mockReturnValue(undefined)
})

describe('loadFilm', () => {
  it('has all pictures in their order from a slow line, a few at once', async () => {
    const { urls, film, settled } = startFilm(10)
    for (const left of urls.map((_url, at) => urls.length - at)) {
      expect(coming).toHaveLength(Math.min(4, left))
      await vi.advanceTimersByTimeAsync(20_000)
      await bringNext()
    }
    const { config, pictures } = await film
    expect(pictures.map(({ src }) => src)).toEqual(urls)
    expect(config.images.map(({ url }) => url)).toEqual(urls)
    expect(settled.at(-1)).toBe(urls.length)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('leaves out what is still missing 30 s after the last picture came', async () => {
    const { film, settled } = startFilm(10)
    await vi.advanceTimersByTimeAsync(29_000)
    await bringNext()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(settled).toEqual([1])
    await vi.advanceTimersByTimeAsync(1_000)
    const { config, pictures } = await film
    expect(pictures).toHaveLength(1)
    expect(config.images).toMatchObject([{ url: '/media/0' }])
  })
})
