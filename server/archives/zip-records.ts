/** A file as its zip tells of it. */
export interface ZipFile {
  /** ASCII. */
  name: string
  /** Bytes, less than 4 GiB. */
  size: number
  crc32: number
  /** The wall clock when it was made, `YYYY-MM-DDTHH:mm:ss`. */
  clock: string
  /** The same moment, milliseconds since the epoch. */
  time: number
}

/** Stored, not compressed: photos are already. */
const STORED = 0
/** Of the format that a reader has to know: 1.0, or 4.5 for ZIP64. */
const [VERSION, VERSION_64] = [10, 45]
/** Made on Unix, so that its rights count: a plain file that its owner may write. */
const MADE_BY = (3 << 8) | VERSION_64
const RIGHTS = 0o100644 * 0x1_0000

const [MAX_16, MAX_32] = [0xffff, 0xffff_ffff]
const TIMESTAMP = 0x5455
const ZIP64 = 0x0001
const HAS_MODIFIED = 1
const [FIRST_YEAR, LAST_YEAR] = [1980, 2107]

export function localHeader(file: ZipFile): Buffer {
  const extra = timestamp(file)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x0403_4b50, 0)
  header.writeUInt16LE(VERSION, 4)
  writeCommon(header, 8, file)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, Buffer.from(file.name, 'latin1'), extra])
}

/** A file's entry in the directory. `start`: where its local header stands. */
export function centralHeader(file: ZipFile, start: number): Buffer {
  const isFar = start >= MAX_32
  const extra = isFar ? Buffer.concat([timestamp(file), farStart(start)]) : timestamp(file)
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x0201_4b50, 0)
  header.writeUInt16LE(MADE_BY, 4)
  header.writeUInt16LE(isFar ? VERSION_64 : VERSION, 6)
  writeCommon(header, 10, file)
  header.writeUInt16LE(extra.length, 30)
  header.writeUInt32LE(RIGHTS, 38)
  header.writeUInt32LE(isFar ? MAX_32 : start, 42)
  return Buffer.concat([header, Buffer.from(file.name, 'latin1'), extra])
}

export function endRecords({
  files,
  directoryStart,
  directoryBytes,
}: {
  files: number
  directoryStart: number
  directoryBytes: number
}): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(Math.min(files, MAX_16), 8)
  end.writeUInt16LE(Math.min(files, MAX_16), 10)
  end.writeUInt32LE(Math.min(directoryBytes, MAX_32), 12)
  end.writeUInt32LE(Math.min(directoryStart, MAX_32), 16)
  if (files < MAX_16 && directoryStart < MAX_32 && directoryBytes < MAX_32) return end

  const end64 = Buffer.alloc(56)
  end64.writeUInt32LE(0x0606_4b50, 0)
  end64.writeBigUInt64LE(BigInt(end64.length - 12), 4)
  end64.writeUInt16LE(MADE_BY, 12)
  end64.writeUInt16LE(VERSION_64, 14)
  end64.writeBigUInt64LE(BigInt(files), 24)
  end64.writeBigUInt64LE(BigInt(files), 32)
  end64.writeBigUInt64LE(BigInt(directoryBytes), 40)
  end64.writeBigUInt64LE(BigInt(directoryStart), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x0706_4b50, 0)
  locator.writeBigUInt64LE(BigInt(directoryStart + directoryBytes), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end64, locator, end])
}

/** Method, time, checksum, sizes and length of the name, which both headers have in this order. */
function writeCommon(header: Buffer, at: number, { name, size, crc32, clock }: ZipFile): void {
  const { day, time } = dosClock(clock)
  header.writeUInt16LE(STORED, at)
  header.writeUInt16LE(time, at + 2)
  header.writeUInt16LE(day, at + 4)
  header.writeUInt32LE(crc32, at + 6)
  header.writeUInt32LE(size, at + 10)
  header.writeUInt32LE(size, at + 14)
  header.writeUInt16LE(name.length, at + 18)
}

/** A wall clock from 1980 on, to two seconds. */
function dosClock(clock: string): { day: number; time: number } {
  const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = clock
    .split(/\D/)
    .map(Number)
  if (year < FIRST_YEAR || year > LAST_YEAR) return { day: (1 << 5) | 1, time: 0 }
  return {
    day: ((year - FIRST_YEAR) << 9) | (month << 5) | day,
    time: (hours << 11) | (minutes << 5) | (seconds >> 1),
  }
}

/** The moment itself, wherever the reader is; years that 32 bits cannot say have none. */
function timestamp({ time }: ZipFile): Buffer {
  const seconds = Math.floor(time / 1000)
  if (seconds < -0x8000_0000 || seconds > 0x7fff_ffff) return Buffer.alloc(0)
  const extra = Buffer.alloc(9)
  extra.writeUInt16LE(TIMESTAMP, 0)
  extra.writeUInt16LE(extra.length - 4, 2)
  extra.writeUInt8(HAS_MODIFIED, 4)
  extra.writeInt32LE(seconds, 5)
  return extra
}

function farStart(start: number): Buffer {
  const extra = Buffer.alloc(12)
  extra.writeUInt16LE(ZIP64, 0)
  extra.writeUInt16LE(extra.length - 4, 2)
  extra.writeBigUInt64LE(BigInt(start), 4)
  return extra
}
