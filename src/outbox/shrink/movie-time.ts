import type { UploadBytes } from '../send/upload-bytes.ts'

/** Of a box (ISO/IEC 14496-12 §4.2): its length and name. */
const HEAD_BYTES = 8
/** From the beginning of `moov` to the end of all that is read of `mvhd`, its first box. */
const HEADER_BYTES = 32
/** From the name `mvhd` to when it was made, after a version and flags (§8.2.2). */
const MADE_AT = 8
const SECONDS_MAX = 0xffff_ffff

/** When an MP4 or MOV says that it was made, in seconds since 1904; 0: it does not. */
export async function readMovieTime(bytes: UploadBytes): Promise<number> {
  for (let at = 0; at + HEADER_BYTES <= bytes.size;) {
    const head = await bytes.slice(at, at + HEADER_BYTES)
    const view = new DataView(head.buffer)
    if (nameAt(head, 4) === 'moov') return timeOf(head, view)
    const stated = view.getUint32(0)
    // 1: a longer number follows.
    const length = stated === 1 ? Number(view.getBigUint64(HEAD_BYTES)) : stated
    if (length < HEAD_BYTES) return 0
    at += length
  }
  return 0
}

function timeOf(head: Uint8Array, view: DataView): number {
  if (nameAt(head, HEAD_BYTES + 4) !== 'mvhd') return 0
  const at = HEAD_BYTES + 4 + MADE_AT
  const isLong = head[at - 4] === 1
  const seconds = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at)
  return seconds > SECONDS_MAX ? 0 : seconds
}

/** Has an MP4 say that it was made then, by its beginning, which is changed. Throws where it has no place for that. */
export function writeMovieTime(beginning: Uint8Array, seconds: number): void {
  const at = [...beginning.keys()].find((place) => nameAt(beginning, place) === 'mvhd')
  if (at === undefined || beginning[at + 4] !== 0) throw new Error('No header of a movie.')
  new DataView(beginning.buffer, beginning.byteOffset).setUint32(at + MADE_AT, seconds)
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
