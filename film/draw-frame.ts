import { backdropSize } from './backdrop.ts'
import { boxOf, coverOf, cropOf } from './compose.ts'
import type { Box } from './compose.ts'
import { drawTitle, EMBER } from './draw-title.ts'
import type { Title } from './draw-title.ts'
import type { FilmContext, Focus, Size } from './film-context.ts'
import { layersAt, titleOpacityAt } from './film-timeline.ts'
import type { Layer, FilmTimeline } from './film-timeline.ts'

/** A decoded picture of the film; its size is that of `drawable`. */
export interface FilmPicture<Drawable> extends Size {
  picture: Drawable
  /** From `drawBackdrop`. Without them: a dark backdrop, and the picture's middle. */
  backdrop?: Drawable | undefined
  focus?: Focus | undefined
}

interface FrameOptions<Drawable> extends Size {
  frame: number
  timeline: FilmTimeline
  /** In the config's order, clips as they are at this frame. Undefined: it could not be loaded, and the film is dark in its place. */
  images: readonly (FilmPicture<Drawable> | undefined)[]
  title: Title
  /** For reduced motion: no pan, no zoom, no light that wanders; pictures still fade in. */
  isStill?: boolean
}

const DARK = '#14110f'
/** A special picture has a thin line of light around it, and a glow as it comes. */
const LINE_INSET = 0.037
const GLOW_SHARE = 0.42
/** Share of the film's shorter side. */
const SHADOW = 0.06

/** Draws one frame of the film over all of a canvas, the same on every canvas. */
export function drawFrame<Drawable>(
  context: FilmContext<Drawable>,
  options: FrameOptions<Drawable>,
): void {
  const { timeline, frame, images, title } = options
  context.globalAlpha = 1
  context.globalCompositeOperation = 'source-over'
  context.imageSmoothingEnabled = true
  // Pictures come in about the size they are drawn in (`drawnSize`): better smoothing would take half of the time and show
  // nothing.
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
  // A clip moves by itself.
  const isStill = film.isStill === true || layer.shot.clip !== undefined
  const { x, y, width, height } = cropOf(image, box, layer, isStill)
  context.globalAlpha = layer.opacity
  drawBeside(context, film, image.backdrop, box)
  drawShadow(context, film, box)
  context.drawImage(image.picture, x, y, width, height, box.x, box.y, box.width, box.height)
  if (layer.shot.special) drawAccent(context, film, box, layer)
  context.globalAlpha = 1
}

/** Draws the backdrop only beside the picture's box: inside it, it would shine through a picture that is fading in. */
function drawBeside<Drawable>(
  context: FilmContext<Drawable>,
  film: Size,
  backdrop: Drawable | undefined,
  box: Box,
): void {
  const cover = coverOf(backdropSize(film), film)
  const scale = cover.height / film.height
  for (const { x, y, width, height } of stripsBeside(box, film)) {
    if (backdrop === undefined) {
      context.fillStyle = DARK
      context.fillRect(x, y, width, height)
      continue
    }
    const [fromX, fromY] = [cover.x + x * scale, cover.y + y * scale]
    context.drawImage(backdrop, fromX, fromY, width * scale, height * scale, x, y, width, height)
  }
}

/** The parts of the film above, below, left and right of a box. */
function stripsBeside({ x, y, width, height }: Box, film: Size): Box[] {
  const [right, foot] = [x + width, y + height]
  return [
    { x: 0, y: 0, width: film.width, height: y },
    { x: 0, y: foot, width: film.width, height: film.height - foot },
    { x: 0, y, width: x, height },
    { x: right, y, width: film.width - right, height },
  ].filter((strip) => strip.width > 0 && strip.height > 0)
}

/** A shadow makes a picture that does not fill the film lie in front of its backdrop. */
function drawShadow<Drawable>(context: FilmContext<Drawable>, film: Size, box: Box): void {
  const reach = Math.min(film.width, film.height) * SHADOW
  for (const strip of stripsBeside(box, film)) {
    // Away from the edge that the strip shares with the box.
    const [dx, dy] = [Math.sign(strip.x - box.x) * reach, Math.sign(strip.y - box.y) * reach]
    const [x, y] = [dx < 0 ? box.x : strip.x, dy < 0 ? box.y : strip.y]
    const shadow = context.createLinearGradient(x, y, x + dx, y + dy)
    shadow.addColorStop(0, 'rgba(20, 17, 15, 0.5)')
    shadow.addColorStop(1, 'rgba(20, 17, 15, 0)')
    context.fillStyle = shadow
    context.fillRect(x, y, dx || strip.width, dy || strip.height)
  }
}

function drawAccent<Drawable>(
  context: FilmContext<Drawable>,
  film: Size & { isStill?: boolean },
  box: Box,
  { opacity, progress }: Layer,
): void {
  const glow = Math.max(0, 1 - progress / GLOW_SHARE)
  if (glow > 0) {
    context.globalCompositeOperation = 'screen'
    context.globalAlpha = opacity * glow
    const way = film.isStill ? 0 : progress
    const [x, reach] = [film.width * (0.9 + 0.5 * way), film.width * 1.1]
    const light = context.createRadialGradient(x, box.y, 0, x, box.y, reach)
    light.addColorStop(0, `rgba(${EMBER}, 0.75)`)
    light.addColorStop(1, `rgba(${EMBER}, 0)`)
    context.fillStyle = light
    context.fillRect(box.x, box.y, box.width, box.height)
    context.globalCompositeOperation = 'source-over'
  }
  const short = Math.min(film.width, film.height)
  const inset = short * LINE_INSET
  context.globalAlpha = opacity * 0.8
  context.strokeStyle = 'rgb(251, 248, 244)'
  context.lineWidth = Math.max(short / 360, 1)
  context.strokeRect(box.x + inset, box.y + inset, box.width - 2 * inset, box.height - 2 * inset)
}
