import type { FilmConfig } from '../../contract/film-config.ts'
import type { Title } from '../../film/draw-title.ts'

/** What the film process is asked for, once. */
export interface FilmRequest {
  /** Local files, or the bytes where photos lie elsewhere, in the config's order. */
  pictures: (string | Uint8Array)[]
  config: FilmConfig
  title: Title
  /** The file of its music; undefined: it is silent. */
  loop: string | undefined
  /** The file to write. */
  output: string
}

/** What it answers: how far it is, again and again, and at last how it went. */
export type FilmAnswer = { percent: number } | { isDone: true } | { failed: string }
