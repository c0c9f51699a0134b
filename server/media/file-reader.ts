import { open } from 'node:fs/promises'

const WINDOW_BYTES = 128 * 1024

/** Reads a file forwards, a window at a time: big files are never whole in memory. */
export interface FileReader {
  /** Bytes of the whole file. */
  readonly size: number
  /** Where the next byte is taken from. */
  readonly position: () => number
  /** The next `length` bytes (at most 64 KiB), moving past them; undefined when the file ends before. */
  take: (length: number) => Promise<Buffer | undefined>
  /** Moves forwards without reading; false when that is past the file's end. */
  skip: (length: number) => boolean
  /** Goes to a place, counting from 0. */
  moveTo: (place: number) => void
  /** Moves just past the next byte of this value; false when there is none. */
  seek: (value: number) => Promise<boolean>
}

/** Opens a file for the time of `use`. */
export async function withFileReader<T>(
  file: string,
  use: (reader: FileReader) => Promise<T>,
): Promise<T> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const buffer = Buffer.allocUnsafe(Math.min(WINDOW_BYTES, size))
    let windowStart = 0
    let windowEnd = 0
    let position = 0

    async function fill(): Promise<void> {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
      windowStart = position
      windowEnd = position + bytesRead
    }

    return await use({
      size,
      position: () => position,

      async take(length) {
        if (position + length > size) return undefined
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

      async seek(value) {
        while (position < size) {
          if (position < windowStart || position >= windowEnd) await fill()
          if (windowEnd <= position) return false
          const found = buffer
            .subarray(0, windowEnd - windowStart)
            .indexOf(value, position - windowStart)
          position = found < 0 ? windowEnd : windowStart + found + 1
          if (found >= 0) return true
        }
        return false
      },
    })
  } finally {
    await handle.close()
  }
}
