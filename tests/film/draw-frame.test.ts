import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { backdropSize, drawBackdrop } from '../../film/backdrop.ts'
import { drawFrame } from '../../film/draw-frame.ts'
import type { FilmPicture } from '../../film/draw-frame.ts'
import type { Size } from '../../film/film-context.ts'
import { filmTimeline } from '../../film/film-timeline.ts'

const FILM = { width: 108, height: 192 }
/** Of a phone that lies on its side. */
const LYING = { width: 216, height: 100 }
const TITLE = { name: 'Lena & Jonas', date: 'JUNE 20, 2026' }
const SECONDS = { normalDurationInSeconds: 2, specialDurationInSeconds: 3.5, bgAudio: null }

// That both canvases are a context of the film is for the compiler to say.
const onPage: (context: CanvasRenderingContext2D, picture: ImageBitmap) => void = (
  context,
  picture,
) => drawBackdrop<CanvasImageSource>(context, picture, { size: picture, film: FILM })

describe('a frame of the film', () => {
  it('is filled by an upright picture, and shows a wide one before its blur', () => {
    expect(onPage).toBeTypeOf('function')
    const upright = draw([painted(300, 400)], 70)
    expect(isRed(upright, 54, 4)).toBe(true)
    expect(isRed(upright, 54, 188)).toBe(true)
    const wide = draw([painted(400, 300)], 70)
    expect(isRed(wide, 54, 90)).toBe(true)
    expect(isRed(wide, 54, 20)).toBe(false)
    // Not black: it is the picture's own colour, darker.
    const [red = 0, green = 0] = wide.getImageData(54, 20, 1, 1).data
    expect(red).toBeGreaterThan(80)
    expect(green).toBeLessThan(40)
  })

  it('is filled by a wide picture on a lying phone, not by an upright one', () => {
    const wide = draw([painted(400, 300, { film: LYING })], 70, { film: LYING })
    expect(isRed(wide, 4, 50)).toBe(true)
    expect(isRed(wide, 212, 50)).toBe(true)
    const upright = draw([painted(300, 400, { film: LYING })], 70, { film: LYING })
    expect(isRed(upright, 108, 4)).toBe(true)
    expect(isRed(upright, 108, 96)).toBe(true)
    for (const x of [20, 196]) {
      const [red = 0, green = 0] = upright.getImageData(x, 50, 1, 1).data
      expect(red).toBeGreaterThan(80)
      expect(red).toBeLessThan(200)
      expect(green).toBeLessThan(40)
    }
  })

  it('has its title within it, whatever its shape', () => {
    for (const film of [FILM, LYING, { width: 120, height: 160 }]) {
      const titled = draw([painted(300, 400, { film })], 20, { film })
      const pixels = titled.getImageData(0, 0, film.width, film.height).data
      const bright = [...pixels.keys()].filter((at) => at % 4 === 1 && (pixels[at] ?? 0) > 180)
      const rows = bright.map((at) => Math.floor(at / 4 / film.width))
      const columns = bright.map((at) => Math.floor(at / 4) % film.width)
      expect(Math.min(...rows)).toBeGreaterThan(film.height * 0.6)
      expect(Math.max(...rows)).toBeLessThan(film.height - 4)
      expect(Math.max(...columns)).toBeLessThan(film.width - 4)
    }
  })

  it('keeps in sight what there is to see, wherever in the picture it is', () => {
    for (const x of [30, 360]) {
      const context = draw([painted(400, 530, { mark: { x, y: 100 } })], 90)
      const pixels = context.getImageData(0, 0, FILM.width, FILM.height).data
      let bright = 0
      for (let at = 0; at < pixels.length; at += 4) if ((pixels[at + 2] ?? 0) > 200) bright += 1
      expect(bright).toBeGreaterThan(100)
    }
  })

  it('moves, but not for who asked for less motion', () => {
    const frames = (isStill: boolean) =>
      [80, 100].map((frame) =>
        bytes(draw([painted(300, 400, { mark: { x: 150, y: 150 } })], frame, { isStill })),
      )
    const [moved = '', on = ''] = frames(false)
    expect(moved).not.toBe(on)
    const [still = '', stays] = frames(true)
    expect(still).toBe(stays)
  })

  it('is the same whenever it is drawn, whichever was drawn before it', () => {
    const images = [painted(300, 400), painted(400, 300)]
    const context = createCanvas(FILM.width, FILM.height).getContext('2d')
    drawOn(context, images, 115)
    drawOn(context, images, 62)
    const alone = createCanvas(FILM.width, FILM.height).getContext('2d')
    drawOn(alone, images, 62)
    expect(bytes(context)).toBe(bytes(alone))
  })

  it('goes on in the dark where a picture could not be loaded', () => {
    const context = draw([painted(300, 400), undefined], 150)
    expect(isRed(context, 54, 90)).toBe(false)
  })
})

interface Drawing {
  film?: Size
  isStill?: boolean
}

/** Red, with a bright mark where one is wanted. */
function painted(
  width: number,
  height: number,
  { mark, film = FILM }: { mark?: { x: number; y: number }; film?: Size } = {},
): FilmPicture<Canvas> {
  const picture = createCanvas(width, height)
  const context = picture.getContext('2d')
  context.fillStyle = '#e01818'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#ffffff'
  if (mark) context.fillRect(mark.x - 20, mark.y - 20, 40, 40)
  const blur = backdropSize(film)
  const backdrop = createCanvas(blur.width, blur.height)
  const focus = drawBackdrop(backdrop.getContext('2d'), picture, { size: picture, film })
  return { picture, width, height, backdrop, focus }
}

/** A film whose first picture comes again after it, so that frames behind 60 show it without the title. */
function draw(
  images: (FilmPicture<Canvas> | undefined)[],
  frame: number,
  options: Drawing = {},
): SKRSContext2D {
  const { width, height } = options.film ?? FILM
  const context = createCanvas(width, height).getContext('2d')
  drawOn(context, [images[0], ...images, images[0]], frame, options)
  return context
}

function drawOn(
  context: SKRSContext2D,
  images: (FilmPicture<Canvas> | undefined)[],
  frame: number,
  { film = FILM, isStill = false }: Drawing = {},
): void {
  const config = { ...SECONDS, images: images.map(() => ({ url: '/media/a', special: false })) }
  drawFrame(context, {
    ...film,
    frame,
    timeline: filmTimeline(config),
    images,
    title: TITLE,
    isStill,
  })
}

function isRed(context: SKRSContext2D, x: number, y: number): boolean {
  const [red = 0, green = 0] = context.getImageData(x, y, 1, 1).data
  return red > 200 && green < 60
}

function bytes(context: SKRSContext2D): string {
  return context.canvas.toDataURL()
}
