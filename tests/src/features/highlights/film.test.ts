import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { createHash } from 'node:crypto'
import { Internals } from 'remotion'
import { checkPlayRules } from '../../../../src/features/highlights/play-rules.ts'
import type { PlayRules } from '../../../../src/features/highlights/play-rules.ts'
import type { FilmConfig } from '../../../../contract/film-config.ts'
import { sameMoment } from '../../../../film/film-timeline.ts'
import { filmQuery } from '../../../../src/features/highlights/highlight-queries.ts'
import { setLive } from '../../../../src/live/live-state.ts'
import { EVENT_HASH } from '../../../support/post-shapes.ts'
import { loadFilm } from '../../../../src/features/highlights/load-film.ts'
import { documentHeaders } from '../../../../server/http/security-headers.ts'

const FRAMES = 100

describe('how a film may be played', () => {
  it.each<PlayRules>([
    {},
    { inFrame: 0, outFrame: 1 },
    { inFrame: 98, initialFrame: 99 },
    { outFrame: 98 },
    { playbackRate: -4, volume: 0 },
    { playbackRate: 4, volume: 1 },
    { playbackRate: 0.5, volume: 0.3, inFrame: undefined },
  ])('is %o', (rules) => {
    expect(() => checkPlayRules(rules, FRAMES)).not.toThrow()
  })

  // Specification: 5.23
  it.each<[PlayRules, string]>([
    [{ inFrame: -1 }, 'inFrame is 0 or more, and not -1'],
    [{ inFrame: 99 }, 'inFrame is less than 99, and not 99'],
    [{ outFrame: 0 }, 'outFrame is more than 0, and not 0'],
    [{ outFrame: 99 }, 'outFrame is less than 99, and not 99'],
    [{ inFrame: 5, outFrame: 5 }, 'outFrame is more than inFrame, and not 5'],
    [{ initialFrame: 1.5 }, 'initialFrame is whole, and not 1.5'],
    [{ initialFrame: 100 }, 'initialFrame is at most 99, and not 100'],
    [{ playbackRate: 0 }, 'playbackRate is from -4 to 4 and not 0, and not 0'],
    [{ playbackRate: 4.1 }, 'playbackRate is from -4 to 4 and not 0, and not 4.1'],
    [{ playbackRate: -5 }, 'playbackRate is from -4 to 4 and not 0, and not -5'],
    [{ volume: -0.1 }, 'volume is from 0 to 1, and not -0.1'],
    [{ volume: 1.1 }, 'volume is from 0 to 1, and not 1.1'],
    [{ volume: NaN }, 'volume is a number, and not NaN'],
    [{ initialFrame: Infinity }, 'initialFrame is a number, and not Infinity'],
  ])('is not %o', (rules, reason) => {
    expect(() => checkPlayRules(rules, FRAMES)).toThrow(new RangeError(reason))
  })
})

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

it.each([
  ['is left as it is', EVENT_HASH, 1],
  ['is asked for', undefined, 2],
])('a playing film %s when its viewer or the line comes back', async (_, heard, times) => {
  setLive(heard)
  const client = new QueryClient()
  client.mount()
  onTestFinished(() => {
    client.unmount()
    client.clear()
    focusManager.setFocused(undefined)
    setLive(undefined)
  })
  let asked = 0
  const { queryKey, ...query } = filmQuery({ event_hash: EVENT_HASH, userId: 1 }, '2026-06-20')
  const queryFn = async () => {
    asked += 1
    return filmOf()
  }
  const film = () => new QueryObserver(client, { ...query, queryKey, queryFn })
  const close = film().subscribe(() => undefined)
  await client.fetchQuery({ queryKey: ['drained'], queryFn: async () => null })
  expect(asked).toBe(1)
  for (const isThere of [false, true]) {
    focusManager.setFocused(isThere)
    onlineManager.setOnline(isThere)
  }
  await client.fetchQuery({ queryKey: ['drained'], queryFn: async () => null, staleTime: 0 })
  expect(asked).toBe(times)
  close()
  film().subscribe(() => undefined)
  expect(asked).toBe(times + 1)
})

/** A picture that comes when the test says so. */
class SlowImage extends EventTarget {
  src = ''
  constructor() {
    super()
    coming.push(this)
  }
}

/** The pictures that are being loaded, in the order in which they were begun. */
let coming: SlowImage[]

function startFilm(count: number) {
  const urls = Array.from({ length: count }, (_, at) => `/media/${at}`)
  const settled: number[] = []
  const film = loadFilm(filmOf(...urls), (done) => settled.push(done))
  return { urls, film, settled }
}

async function bringNext() {
  coming.shift()?.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(0)
}

describe('loadFilm', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    coming = []
    vi.stubGlobal('Image', SlowImage)
    vi.spyOn(console, 'error').mockReturnValue(undefined)
  })

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

it('the one style that the policy lets into the page is the player’s', () => {
  const style = Internals.CSSUtils.makeDefaultPreviewCSS('.__remotion-player', '#fff')
  const hash = createHash('sha256').update(style).digest('base64')
  const { 'content-security-policy': policy } = documentHeaders({ isHttps: true })
  expect(policy).toContain(`; style-src 'self' 'sha256-${hash}';`)
})
