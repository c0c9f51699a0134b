import { describe, expect, it } from 'vitest'
import type { FilmConfig } from '../../../../contract/film-config.ts'
import { sameMoment } from '../../../../src/features/highlights/same-moment.ts'

const A = '/media/a/full.jpg'
const B = '/media/b/full.jpg'
const C = '/media/c/full.jpg'

describe('where a changed film goes on', () => {
  it('is the same moment of the same photo', () => {
    expect(sameMoment(filmOf(A, B, C), filmOf(B, C), 75)).toBe(15)
    expect(sameMoment(filmOf(B, C), filmOf(A, B, C), 15)).toBe(75)
    expect(sameMoment(filmOf(A, B), filmOf(A, B, C), 30)).toBe(30)
  })

  it('is the beginning of the next photo where the one that was seen is gone', () => {
    expect(sameMoment(filmOf(A, B, C), filmOf(A, C), 75)).toBe(60)
    expect(sameMoment(filmOf(A, B, C), filmOf(C), 20)).toBe(0)
  })

  it('is the beginning of the film where no later photo is left', () => {
    expect(sameMoment(filmOf(A, B, C), filmOf(A, B), 130)).toBe(0)
    expect(sameMoment(filmOf(A), filmOf(), 10)).toBe(0)
  })

  it('is within the photo’s own time where that is shorter now', () => {
    const short = { ...filmOf(A, B), normalDurationInSeconds: 1 }
    expect(sameMoment(filmOf(A, B), short, 50)).toBe(29)
  })
})

function filmOf(...urls: string[]): FilmConfig {
  const images = urls.map((url) => ({ url, special: false }))
  return { images, normalDurationInSeconds: 2, specialDurationInSeconds: 3.5, bgAudio: null }
}
