import type { FileReader } from './file-reader.ts'
import { FaultyVideo } from './video-structure.ts'

/** A box of an MP4 or MOV file (ISO/IEC 14496-12 §4.2). */
export interface Box {
  name: string
  /** Of what it holds. */
  start: number
  end: number
}

/** Walks over the boxes between two places, each of which must lie wholly there. How many it reads at most, the reader says. */
export function createBoxWalker(reader: FileReader) {
  /** The box that begins here; undefined where there is none any more. */
  async function readBox(at: number, end: number, isOutermost: boolean): Promise<Box | undefined> {
    // Less than a head is padding, of which some programs leave some.
    if (end - at < 8) return undefined
    const head = await take(at, 8)
    const name = head.toString('latin1', 4, 8)
    const stated = head.readUInt32BE(0)
    // 1: a longer number follows. 0: it goes on to the end of the file, or ends a list.
    if (stated === 0) return isOutermost ? { name, start: at + 8, end } : undefined
    const headBytes = stated === 1 ? 16 : 8
    const length = stated === 1 ? Number((await take(at + 8, 8)).readBigUInt64BE()) : stated
    if (length < headBytes) throw new FaultyVideo('damaged_video', `length of ${name} box`)
    if (at + length > end) throw new FaultyVideo('damaged_video', `${name} box cut`)
    return { name, start: at + headBytes, end: at + length }
  }

  async function take(at: number, length: number): Promise<Buffer> {
    reader.moveTo(at)
    const bytes = await reader.take(length)
    if (!bytes) throw new FaultyVideo('damaged_video', `no ${length} bytes at ${at}`)
    // A copy: the reader's memory is used again.
    return Buffer.from(bytes)
  }

  return {
    /** Of the file, or of what a box holds. `skip`: bytes of it that stand before its boxes. */
    async list(within: Pick<Box, 'start' | 'end'>, skip = 0): Promise<Box[]> {
      const isOutermost = within.start === 0 && within.end === reader.size
      const found: Box[] = []
      let at = within.start + skip
      for (;;) {
        const box = await readBox(at, within.end, isOutermost)
        if (!box) return found
        found.push(box)
        at = box.end
      }
    },

    /** The first bytes of what a box holds; it must have so many. */
    async head({ name, start, end }: Box, length: number): Promise<Buffer> {
      if (end - start < length) throw new FaultyVideo('damaged_video', `${name} box too short`)
      return take(start, length)
    },
  }
}

export type BoxWalker = ReturnType<typeof createBoxWalker>

export function pick(boxes: readonly Box[], name: string): Box | undefined {
  return boxes.find((box) => box.name === name)
}

export function requireBox(boxes: readonly Box[], name: string): Box {
  const box = pick(boxes, name)
  if (!box) throw new FaultyVideo('damaged_video', `no ${name} box`)
  return box
}
