import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { SNIFF_BYTES, sniffPhoto } from '../../contract/photo-type.ts'
import type { PhotoType } from '../../contract/photo-type.ts'

const WINDOW_BYTES = 128 * 1024
/** Twice what a PNG of 30 MB in chunks of 1 KiB takes. Each costs about a microsecond, and a hostile file has millions. */
const TAKES_MAX = 200_000

/** A run of a file's bytes: from `start` up to, not including, `end`. */
export interface Run {
  start: number
  end: number
}

/** Reads a file forwards, a window at a time: big files are never whole in memory. */
export interface FileReader {
  /** Bytes of the whole file. */
  readonly size: number
  /** Where the next byte is taken from. */
  readonly position: () => number
  /** The next `length` bytes (at most 64 KiB), moving past them; undefined when the file ends before, or has more pieces than any photo. */
  take: (length: number) => Promise<Buffer | undefined>
  /** Moves forwards without reading; false when that is past the file's end. */
  skip: (length: number) => boolean
  /** Goes to a place, counting from 0. */
  moveTo: (place: number) => void
  /** Moves just past the next byte `first` whose follower is accepted, and gives that one; undefined when there is none. */
  seekPair: (first: number, accepts: (second: number) => boolean) => Promise<number | undefined>
}

/** Opens a file, or bytes as if they were one, for the time of `use`. */
export async function withFileReader<T>(
  file: string | Uint8Array,
  use: (reader: FileReader) => Promise<T>,
): Promise<T> {
  const handle = typeof file === 'string' ? await open(file) : openBytes(file)
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.allocUnsafe(Math.min(WINDOW_BYTES, size))
    let windowStart = 0
    let windowEnd = 0
    let position = 0
    let takes = 0

    async function fill(): Promise<void> {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
      windowStart = position
      windowEnd = position + bytesRead
    }

    return await use({
      size,
      position: () => position,

      async take(length) {
        takes += 1
        if (takes > TAKES_MAX || position + length > size) return undefined
        if (position < windowStart || position + length > windowEnd) await fill()
        if (position + length > windowEnd) return undefined
        const start = position - windowStart
        position += length
        return buffer.subarray(start, start + length)
      },

      skip(length) {
        position += length
        return position <= size
      },

      moveTo(place) {
        position = place
      },

      async seekPair(first, accepts) {
        while (position + 2 <= size) {
          if (position < windowStart || position + 2 > windowEnd) await fill()
          if (position + 2 > windowEnd) return undefined
          const window = buffer.subarray(0, windowEnd - windowStart)
          let at = window.indexOf(first, position - windowStart)
          for (; at >= 0 && at + 1 < window.length; at = window.indexOf(first, at + 1)) {
            if (!accepts(window[at + 1]!)) continue
            position = windowStart + at + 2
            return window[at + 1]
          }
          // The window's last byte may be the first of a pair.
          position = windowEnd - 1
        }
        return undefined
      },
    })
  } finally {
    await handle.close()
  }
}

/** Tells a photo's kind by its bytes, and goes back to the first. */
export async function readType(reader: FileReader): Promise<PhotoType | undefined> {
  const head = await reader.take(Math.min(SNIFF_BYTES, reader.size))
  reader.moveTo(0)
  return head && sniffPhoto(head)
}

function openBytes(bytes: Uint8Array): Pick<FileHandle, 'close'> & {
  stat: () => Promise<{ size: number }>
  read: (into: Buffer, at: number, length: number, from: number) => Promise<{ bytesRead: number }>
} {
  return {
    stat: async () => ({ size: bytes.length }),
    async read(into, at, length, from) {
      const taken = bytes.subarray(from, from + length)
      into.set(taken, at)
      return { bytesRead: taken.length }
    },
    close: async () => undefined,
  }
}
