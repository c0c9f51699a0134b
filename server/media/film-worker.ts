/**
 * The film process: draws a film frame by frame as the page does, with the clips of videos, and hands the frames to ffmpeg. It makes one
 * film and ends, or ends at once when the server does.
 */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCanvas, GlobalFonts } from '@napi-rs/canvas'
import type { Canvas } from '@napi-rs/canvas'
import { drawFrame } from '../../film/draw-frame.ts'
import { TITLE_FONT } from '../../film/draw-title.ts'
import { FPS, layersAt, filmTimeline } from '../../film/film-timeline.ts'
import { createClipFrames } from './clip-frames.ts'
import { createDecodedPictures } from './decode-pictures.ts'
import { startEncoder, layMusic } from './ffmpeg.ts'
import type { FilmAnswer, FilmRequest } from './film-process.ts'
import { lowerPriority } from './child-process.ts'

const FILM = { width: 1080, height: 1920 }
/** How far it is, is said so often. */
const TELL_EVERY_FRAMES = 15
const FONT = '@fontsource/fraunces/files/fraunces-latin-700-normal.woff2'

// ffmpeg inherits it.
await lowerPriority()
GlobalFonts.registerFromPath(fileURLToPath(import.meta.resolve(FONT)), TITLE_FONT.family)

process.on('message', (request: FilmRequest) => {
  void makeFilm(request)
    .then(() => tell({ isDone: true }))
    .catch((error: unknown) => tell({ failed: String(error) }))
})
process.on('disconnect', () => process.exit())
// Ctrl-C reaches every process of a terminal: the server ends us by itself.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

function tell(answer: FilmAnswer): void {
  process.send?.(answer)
}

async function makeFilm(request: FilmRequest): Promise<void> {
  const { config, title, loop, output } = request
  const film = filmTimeline(config)
  const decoded = createDecodedPictures(request.pictures, FILM)
  const clips = createClipFrames(request.clips)
  const music = loop && join(dirname(output), 'music.aac')
  if (loop && music) await layMusic(loop, film.frames / FPS, music)
  const encoder = startEncoder(FILM, { output, music })
  const canvas = createCanvas(FILM.width, FILM.height)
  const context = canvas.getContext('2d')
  for (let frame = 0; frame < film.frames; frame += 1) {
    const layers = layersAt(film, frame)
    await decoded.have(layers.map(({ shot }) => shot.image))
    const images = await clips.layOver(decoded.images, layers)
    drawFrame<Canvas>(context, { ...FILM, frame, timeline: film, images, title })
    await encoder.add(canvas.data())
    if (frame % TELL_EVERY_FRAMES === 0) tell({ percent: Math.floor((100 * frame) / film.frames) })
  }
  await encoder.finish()
}
