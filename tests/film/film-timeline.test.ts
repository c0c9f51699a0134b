import { describe, expect, it } from 'vitest'
import { layersAt, filmTimeline, titleOpacityAt } from '../../film/film-timeline.ts'

const SECONDS = { normalDurationInSeconds: 2, specialDurationInSeconds: 3.5, bgAudio: null }

describe('the timeline of a film', () => {
  // Specification: 9.16
  it('is as many frames long as its pictures have seconds, times 30', () => {
    expect(filmOf([false, true, false]).frames).toBe((2 + 3.5 + 2) * 30)
    const odd = {
      ...SECONDS,
      normalDurationInSeconds: 1.01,
      images: pictures(Array(30).fill(false)),
    }
    expect(filmTimeline(odd).frames).toBe(Math.round(30 * 1.01 * 30))
    expect(filmOf([]).frames).toBe(0)
  })

  it('gives each picture its own time, with its coming inside that time', () => {
    const { shots, frames } = filmOf([true, false, false, true, false])
    const starts = shots.map(({ start }) => start)
    expect([...starts, frames]).toEqual([0, 105, 165, 225, 330, 390])
    for (const { start, end, fade } of shots) expect(fade).toBeLessThanOrEqual((end - start) / 2)
  })

  it('shows a picture at every frame that hides what is behind it', () => {
    const film = filmOf([false, true, false, false])
    for (let frame = 0; frame < film.frames; frame += 1) {
      const [bottom, ...above] = layersAt(film, frame)
      expect(bottom?.opacity).toBe(1)
      expect(above.length).toBeLessThanOrEqual(1)
    }
  })

  it('has no jump anywhere, not even from its last frame to its first', () => {
    const film = filmOf([false, true, false, false])
    const seen = Array.from({ length: film.frames }, (_, frame) => sharesAt(film, frame))
    for (const [frame, shares] of seen.entries()) {
      const next = seen[(frame + 1) % film.frames] ?? []
      for (const [image, share] of shares.entries()) {
        expect(Math.abs(share - (next[image] ?? 0))).toBeLessThan(0.15)
      }
    }
  })

  it('opens and closes with the title, which is gone before the second picture comes', () => {
    const film = filmOf([false, false, false])
    expect(titleOpacityAt(film, 0)).toBe(1)
    expect(titleOpacityAt(film, 35)).toBe(1)
    expect(titleOpacityAt(film, 60)).toBe(0)
    expect(titleOpacityAt(film, 150)).toBe(0)
    expect(titleOpacityAt(film, film.frames - 1)).toBe(1)
  })

  it('gives a video its own seconds, special or not', () => {
    const { shots, frames } = withClips([false, true, false, false], [1, 2])
    expect([...shots.map(({ start }) => start), frames]).toEqual([0, 60, 150, 240, 300])
  })

  it('lets a video go on while the next picture comes over it', () => {
    const film = withClips([false, false, false], [1])
    const ages = [149, 150, 151].map((frame) => layersAt(film, frame)[0])
    expect(ages.map((layer) => [layer?.shot.image, layer?.age])).toEqual([
      [1, 89],
      [1, 90],
      [1, 91],
    ])
  })

  it('shows at its end the first picture of the video it begins with', () => {
    const film = withClips([false, false], [0])
    const [last, first] = layersAt(film, film.frames - 1)
    expect([last?.shot.image, first?.shot.image, first?.age]).toEqual([1, 0, 0])
  })

  it('never shows a video at two moments at once', () => {
    const film = withClips([true], [0])
    for (let frame = 0; frame < film.frames; frame += 1)
      expect(layersAt(film, frame)).toHaveLength(1)
  })

  it('is a film of one picture, too, and of none', () => {
    expect(layersAt(filmOf([true]), 50)).toHaveLength(1)
    expect(layersAt(filmOf([]), 0)).toEqual([])
    expect(titleOpacityAt(filmOf([]), 0)).toBe(0)
  })
})

function filmOf(specials: boolean[]) {
  return filmTimeline({ ...SECONDS, images: pictures(specials) })
}

/** A film of which these pictures are videos. */
function withClips(specials: boolean[], clips: number[]) {
  const clip = { url: '/media/v/video.mp4', start: 7, seconds: 3 }
  const images = pictures(specials).map((one, at) => (clips.includes(at) ? { ...one, clip } : one))
  return filmTimeline({ ...SECONDS, images })
}

function pictures(specials: boolean[]) {
  return specials.map((special, at) => ({ url: `/media/${at}/full.jpg`, special }))
}

/** How much of what is seen is each picture's. */
function sharesAt(film: ReturnType<typeof filmOf>, frame: number): number[] {
  const shares = film.shots.map(() => 0)
  for (const { shot, opacity } of layersAt(film, frame)) {
    for (const at of shares.keys()) shares[at] = (shares[at] ?? 0) * (1 - opacity)
    shares[shot.image] = (shares[shot.image] ?? 0) + opacity
  }
  return shares
}
