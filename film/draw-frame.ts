import { BACKDROP } from './backdrop.ts'
import { boxOf, coverOf, cropOf } from './compose.ts'
import type { Box } from './compose.ts'
import { drawTitle, EMBER } from './draw-title.ts'
import type { Title } from './draw-title.ts'
import type { FilmContext, Focus, Size } from './film-context.ts'
import { layersAt, titleOpacityAt } from './film-timeline.ts'
import type { Layer, Timeline } from './film-timeline.ts'

/** A picture of the film, decoded, as large as it is. */
export interface FilmPicture<Drawable> extends Size {
  picture: Drawable
  /** What `drawBackdrop` has drawn and answered. Without: plain dark, and the middle. */
  backdrop?: Drawable | undefined
  focus?: Focus | undefined
}

export interface FrameOptions<Drawable> extends Size {
  frame: number
  timeline: Timeline
  /** In the config's order. One that is undefined could not be loaded: its time stays dark. */
  images: readonly (FilmPicture<Drawable> | undefined)[]
  title: Title
  /** For who asked for less motion: no pan, no zoom; pictures still come softly. */
  isStill?: boolean
}

const DARK = '#14110f'
/** A special picture has a thin line of light around it, and a glow as it comes. */
const LINE_INSET = 0.037
const GLOW_SHARE = 0.42
/** Of the film's width. */
const SHADOW = 0.06

/** Draws one frame of the film over all of a canvas. The same frame is the same picture wherever it is drawn. */
export function drawFrame<Drawable>(
  context: FilmContext<Drawable>,
  options: FrameOptions<Drawable>,
): void {
  const { timeline, frame, images, title } = options
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
  context.imageSmoothingEnabled = true
  // Pictures come in about the size they are drawn in (`drawnSize`): finer smoothing costs half the time and shows nothing.
  context.imageSmoothingQuality = 'low'
  context.fillStyle = DARK
  context.fillRect(0, 0, options.width, options.height)
  for (const layer of layersAt(timeline, frame)) {
    const image = images[layer.shot.image]
    if (image) drawLayer(context, options, image, layer)
  }
  const titleOpacity = titleOpacityAt(timeline, frame)
  if (titleOpacity > 0) drawTitle(context, title, options, titleOpacity)
}

function drawLayer<Drawable>(
  context: FilmContext<Drawable>,
  film: FrameOptions<Drawable>,
  image: FilmPicture<Drawable>,
  layer: Layer,
): void {
  const box = boxOf(image, film)
  const { x, y, width, height } = cropOf(image, box, layer, film.isStill === true)
  context.globalAlpha = layer.opacity
  drawBeside(context, film, image.backdrop, box)
  drawShadow(context, film, box)
  context.drawImage(image.picture, x, y, width, height, box.x, box.y, box.width, box.height)
  if (layer.shot.special) drawAccent(context, film, box, layer)
  context.globalAlpha = 1
}

/** The backdrop, above and below the picture's box alone: below a picture that is still coming it would shine through. */
function drawBeside<Drawable>(
  context: FilmContext<Drawable>,
  film: Size,
  backdrop: Drawable | undefined,
  box: Box,
): void {
  const strips = [
    { y: 0, height: box.y },
    { y: box.y + box.height, height: film.height - box.y - box.height },
  ].filter(({ height }) => height > 0)
  const cover = coverOf(BACKDROP, film)
  for (const { y, height } of strips) {
    if (backdrop === undefined) {
      context.fillStyle = DARK
      context.fillRect(0, y, film.width, height)
      continue
    }
    const scale = cover.height / film.height
    const from = cover.y + y * scale
    context.drawImage(
      backdrop,
      cover.x,
      from,
      cover.width,
      height * scale,
      0,
      y,
      film.width,
      height,
    )
  }
}

/** A picture that does not fill the film lies before its backdrop, not in it. */
function drawShadow<Drawable>(context: FilmContext<Drawable>, film: Size, box: Box): void {
  if (box.height >= film.height) return
  const reach = film.width * SHADOW
  for (const [edge, far] of [
    [box.y, box.y - reach],
    [box.y + box.height, box.y + box.height + reach],
  ] as const) {
    const shadow = context.createLinearGradient(0, edge, 0, far)
    shadow.addColorStop(0, 'rgba(20, 17, 15, 0.5)')
    shadow.addColorStop(1, 'rgba(20, 17, 15, 0)')
    context.fillStyle = shadow
    context.fillRect(0, Math.min(edge, far), film.width, reach)
  }
}

function drawAccent<Drawable>(
  context: FilmContext<Drawable>,
  film: Size,
  box: Box,
  { opacity, progress }: Layer,
): void {
  const glow = Math.max(0, 1 - progress / GLOW_SHARE)
  if (glow > 0) {
    context.globalCompositeOperation = 'screen'
    context.globalAlpha = opacity * glow
    const [x, reach] = [film.width * (0.9 + 0.5 * progress), film.width * 1.1]
    const light = context.createRadialGradient(x, box.y, 0, x, box.y, reach)
    light.addColorStop(0, `rgba(${EMBER}, 0.75)`)
    light.addColorStop(1, `rgba(${EMBER}, 0)`)
    context.fillStyle = light
    context.fillRect(box.x, box.y, box.width, box.height)
    context.globalCompositeOperation = 'source-over'
  }
  const inset = film.width * LINE_INSET
  context.globalAlpha = opacity * 0.8
  context.strokeStyle = 'rgb(251, 248, 244)'
  context.lineWidth = Math.max(film.width / 360, 1)
  context.strokeRect(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset)
}
