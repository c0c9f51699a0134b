import { spawn } from 'node:child_process'
import { createCanvas, ImageData } from '@napi-rs/canvas'
import type { Canvas } from '@napi-rs/canvas'
import type { FilmClip } from '../../contract/film-config.ts'
import type { FilmPicture } from '../../film/draw-frame.ts'
import type { Size } from '../../film/film-context.ts'
import { FPS } from '../../film/film-timeline.ts'
import type { Layer } from '../../film/film-timeline.ts'
import { confine } from './run-ffmpeg.ts'
import { openAs } from './video-facts.ts'

type Decoded = FilmPicture<Canvas>

/** The clips of a film at its frames, each decoded only while it is seen. `videos`: local files, in the film's order. */
export function createClipFrames(videos: readonly (string | undefined)[]) {
  const open = new Map<number, ClipReader>()

  async function pictureOf(video: string, clip: FilmClip, size: Size, { shot, age }: Layer) {
    let reader = open.get(shot.image)
    // The film comes back to its beginning at its end.
    if (!reader || age < reader.at()) {
      reader?.close()
      reader = await readClip(video, clip, size)
      open.set(shot.image, reader)
    }
    return reader.frame(age)
  }

  return {
    /**
     * The same pictures, of which those of clips are as the film shows them in these layers. Where a video cannot be read its poster
     * stays.
     */
    async layOver(
      pictures: readonly (Decoded | undefined)[],
      layers: readonly Layer[],
    ): Promise<(Decoded | undefined)[]> {
      for (const [image, reader] of open) {
        if (layers.some(({ shot }) => shot.image === image)) continue
        reader.close()
        open.delete(image)
      }
      const shown = [...pictures]
      for (const layer of layers) {
        const { image, clip } = layer.shot
        const [poster, video] = [shown[image], videos[image]]
        if (!clip || !poster || video === undefined) continue
        const picture = await pictureOf(video, clip, poster, layer)
        if (picture) shown[image] = { ...poster, picture }
      }
      return shown
    },
  }
}

interface ClipReader {
  /** The frame that was read last. */
  at: () => number
  /** Resolves to a frame that is not before the last one; after the clip's end to its last, undefined where it has none. */
  frame: (at: number) => Promise<Canvas | undefined>
  close: () => void
}

/** Longer than any fade: a clip goes on while the next picture covers it. */
const FADE_SECONDS = 1
/** Some seconds of 1080p. */
const LIMITS = { cpuSeconds: 60, outputBytes: 0 }

async function readClip(
  video: string,
  { start, seconds }: FilmClip,
  { width, height }: Size,
): Promise<ClipReader> {
  const part = ['-ss', String(start), '-t', String(seconds + FADE_SECONDS), ...openAs('mp4', video)]
  const frames = `fps=${FPS},scale=${width}:${height}:flags=bilinear`
  const raw = ['-an', '-vf', frames, '-f', 'rawvideo', '-pix_fmt', 'rgba', 'pipe:1']
  const quiet = ['-v', 'error', '-nostdin', '-filter_threads', '1']
  const words = await confine(['ffmpeg', ...quiet, ...part, ...raw], LIMITS)
  const ffmpeg = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'ignore'] })
  ffmpeg.on('error', () => undefined)
  const coming = piecesOf(ffmpeg.stdout, width * height * 4)
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  let last = -1
  let isEmpty = true
  return {
    at: () => last,
    async frame(at) {
      let pixels: Uint8ClampedArray | undefined
      let isOver = false
      for (let read = last; read < at && !isOver; read += 1) {
        const { value, done } = await coming.next()
        isOver = done === true
        pixels = value ?? pixels
      }
      last = Math.max(last, at)
      if (pixels) {
        context.putImageData(new ImageData(pixels, width, height), 0, 0)
        isEmpty = false
      }
      return isEmpty ? undefined : canvas
    },
    close: () => void ffmpeg.kill('SIGKILL'),
  }
}

/** A stream in pieces of so many bytes, each to be used before the next is asked for; what is left at its end is not one. */
async function* piecesOf(
  stream: AsyncIterable<Buffer>,
  bytes: number,
): AsyncGenerator<Uint8ClampedArray, undefined> {
  const piece = new Uint8ClampedArray(bytes)
  let filled = 0
  for await (const chunk of stream) {
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.subarray(from, from + bytes - filled)
      piece.set(taken, filled)
      filled += taken.length
      from += taken.length
      if (filled < bytes) continue
      filled = 0
      yield piece
    }
  }
}
