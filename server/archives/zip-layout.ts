import { centralHeader, endRecords, localHeader } from './zip-records.ts'
import type { ZipFile } from './zip-records.ts'

type ReadFile = (index: number, start: number, end: number) => AsyncIterable<Uint8Array>

/** A zip whose every byte has its place before the first is read. */
export interface ZipLayout {
  /** Bytes of the whole zip. */
  size: number
  /** The zip from `start` up to, not including, `end`. */
  read: (start: number, end: number, readFile: ReadFile) => AsyncGenerator<Uint8Array>
}

/** So many entries of the directory are made at once. */
const ENTRIES_AT_ONCE = 500

/** Lays out a zip (APPNOTE 6.3) of stored files, as ZIP64 where it is larger or has more files than a zip of old can say. */
export function layOutZip(files: readonly ZipFile[]): ZipLayout {
  const starts: number[] = []
  let directoryStart = 0
  let directoryBytes = 0
  for (const file of files) {
    starts.push(directoryStart)
    directoryBytes += centralHeader(file, directoryStart).length
    directoryStart += localHeader(file).length + file.size
  }
  const end = endRecords({ files: files.length, directoryStart, directoryBytes })
  const size = directoryStart + directoryBytes + end.length

  function* directory(): Generator<Buffer> {
    for (let from = 0; from < files.length; from += ENTRIES_AT_ONCE) {
      const entries = files.slice(from, from + ENTRIES_AT_ONCE)
      yield Buffer.concat(entries.map((file, at) => centralHeader(file, starts[from + at] ?? 0)))
    }
    yield end
  }

  async function* read(from: number, to: number, readFile: ReadFile): AsyncGenerator<Uint8Array> {
    for (const [index, file] of files.entries()) {
      const start = starts[index] ?? 0
      const contentStart = start + localHeader(file).length
      if (start >= to || contentStart + file.size <= from) continue
      yield* within(localHeader(file), start, from, to)
      const first = Math.max(from - contentStart, 0)
      const last = Math.min(to - contentStart, file.size)
      if (first < last) yield* readFile(index, first, last)
    }
    let start = directoryStart
    for (const bytes of directory()) {
      yield* within(bytes, start, from, to)
      start += bytes.length
    }
  }

  return { size, read }
}

/** What of these bytes, which lie at `start`, is between `from` and `to`. */
function* within(bytes: Buffer, start: number, from: number, to: number): Generator<Buffer> {
  const wanted = bytes.subarray(Math.max(from - start, 0), Math.max(to - start, 0))
  if (wanted.length > 0) yield wanted
}
