import type { FilmClip, FilmConfig } from '../contract/film-config.ts'
import { FILM_FPS } from '../contract/limits.ts'

export const FPS = FILM_FPS

/** How many frames a picture takes to fade in over the one before it. */
const FADE_FRAMES = 13
const SPECIAL_FADE_FRAMES = 20
/** How long the title takes to fade out, and how long the first picture is then seen alone. */
const TITLE_FADE_FRAMES = 16
const TITLE_GONE_FRAMES = 4

interface Shot {
  /** Index in the config's list. */
  image: number
  special: boolean
  /** Of a video. */
  clip: FilmClip | undefined
  /** Its first frame, and the one after its last, which is the next one's first. */
  start: number
  end: number
  /** So many of its first frames it takes to fade in. */
  fade: number
}

export interface FilmTimeline {
  shots: Shot[]
  /** Frames in all: the sum of the pictures' seconds times 30. */
  frames: number
}

/** A picture as it is drawn at a frame. */
export interface Layer {
  shot: Shot
  /** 0 to 1: how much it covers what is below. */
  opacity: number
  /** How far its pan or zoom has come, 0 to 1. */
  progress: number
  /** How many frames it has been coming and seen. */
  age: number
}

/** When each picture of a film comes and goes. */
export function filmTimeline(config: FilmConfig): FilmTimeline {
  const shots: Shot[] = []
  let seconds = 0
  for (const [image, { special, clip }] of config.images.entries()) {
    const start = Math.round(seconds * FPS)
    seconds += clip?.seconds ?? photoSeconds(config, special)
    const end = Math.round(seconds * FPS)
    const fade = Math.min(
      special ? SPECIAL_FADE_FRAMES : FADE_FRAMES,
      Math.floor((end - start) / 2),
    )
    shots.push({ image, special, clip, start, end, fade })
  }
  return { shots, frames: shots.at(-1)?.end ?? 0 }
}

function photoSeconds(config: FilmConfig, special: boolean): number {
  return special ? config.specialDurationInSeconds : config.normalDurationInSeconds
}

/**
 * What is drawn at a frame, from the bottom up: one picture, or two while one fades in over the other. At the end the film's own
 * first frame fades in over the last picture, so that a loop has no cut; a clip that is all of a film cannot be at two moments at
 * once.
 */
export function layersAt({ shots, frames }: FilmTimeline, frame: number): Layer[] {
  const at = shots.findIndex(({ start, end }) => frame >= start && frame < end)
  const shot = shots[at]
  const [first] = shots
  if (!shot || !first) return []
  const own = layerOf(shot, frame)
  const before = shots[at - 1]
  const layers = before && own.opacity < 1 ? [layerOf(before, frame), own] : [own]
  const closing = closingOpacity({ shots, frames }, frame)
  const isAlone = shot === first && shot.clip !== undefined
  if (closing === 0 || isAlone) return layers
  return [...layers, { shot: first, opacity: closing, progress: 0, age: 0 }]
}

export function titleOpacityAt(film: FilmTimeline, frame: number): number {
  const [first] = film.shots
  if (!first) return 0
  const opening = eased((first.end - TITLE_GONE_FRAMES - frame) / TITLE_FADE_FRAMES)
  return Math.max(opening, closingOpacity(film, frame))
}

/**
 * The frame at which a changed film goes on: in the same photo at the same moment, or where that photo is gone, at the beginning
 * of the next one.
 */
export function sameMoment(before: FilmConfig, after: FilmConfig, frame: number): number {
  const { shots } = filmTimeline(before)
  const later = filmTimeline(after).shots
  const shotOf = (image: number) =>
    later.find((shot) => after.images[shot.image]?.url === before.images[image]?.url)
  for (const { image, start, end } of shots) {
    const same = end > frame ? shotOf(image) : undefined
    if (same) return Math.min(same.start + Math.max(frame - start, 0), same.end - 1)
  }
  return 0
}

function layerOf(shot: Shot, frame: number): Layer {
  const isFirst = shot.start === 0
  // It goes on moving while the next one fades in.
  const moves = shot.end - shot.start + FADE_FRAMES
  return {
    shot,
    opacity: isFirst ? 1 : eased((frame - shot.start + 1) / (shot.fade + 1)),
    progress: Math.min((frame - shot.start) / moves, 1),
    age: frame - shot.start,
  }
}

function closingOpacity({ shots, frames }: FilmTimeline, frame: number): number {
  const fade = shots.at(-1)?.fade ?? 0
  return eased((frame - (frames - fade) + 1) / fade)
}

/** A way from 0 to 1 with a slow beginning and end; clamped outside. */
function eased(way: number): number {
  const kept = Math.min(Math.max(way, 0), 1)
  return kept * kept * (3 - 2 * kept)
}
