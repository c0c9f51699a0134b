import { CHUNK_AIM_MS, CHUNK_BYTES } from '../../../contract/limits.ts'

/** After so many whole chunks in a row a larger one is tried. */
const WHOLE_BEFORE_GROWING = 2

/** The size of the next chunk, adapted to how the last ones went. */
export interface ChunkSize {
  readonly bytes: number
  arrived: (bytes: number, tookMs: number) => void
  broke: () => void
}

/** Grows after whole chunks, shrinks after slow and broken ones, within `CHUNK_BYTES`. */
export function createChunkSize(): ChunkSize {
  let bytes = CHUNK_BYTES.first
  let whole = 0

  function become(next: number): void {
    bytes = Math.min(Math.max(Math.floor(next), CHUNK_BYTES.min), CHUNK_BYTES.max)
    whole = 0
  }

  return {
    get bytes() {
      return bytes
    },
    arrived(sent, tookMs) {
      const fitting = (sent / Math.max(tookMs, 1)) * CHUNK_AIM_MS
      if (tookMs > CHUNK_AIM_MS) return become(fitting)
      if (sent < bytes) return
      whole += 1
      if (whole >= WHOLE_BEFORE_GROWING) become(Math.min(bytes * 2, fitting))
    },
    broke: () => become(bytes / 2),
  }
}
