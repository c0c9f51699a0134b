import { isVideo } from '../store/outbox-photo.ts'
import type { OutboxPhoto } from '../store/outbox-photo.ts'
import type { Outbox } from '../store/outbox.ts'
import { PIECE_BYTES, piecesName, weighPiece } from '../store/video-pieces.ts'

/** The bytes of a photo or video that is being sent, of which only what is asked for is read. */
export interface UploadBytes {
  size: number
  /** Rejects with `MissingBytes` where they are not there any more. */
  slice: (start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>
}

/** The device has lost some of the bytes, or they were discarded meanwhile. */
export class MissingBytes extends Error {}

/** Undefined where the device has none. */
export async function openBytes(
  outbox: Outbox,
  photo: OutboxPhoto,
): Promise<UploadBytes | undefined> {
  if (isVideo(photo)) {
    const isThere = (await outbox.readPiece(piecesName(photo), 0)) !== undefined
    return isThere ? bytesInPieces(outbox, photo) : undefined
  }
  const bytes = await outbox.readBytes(photo.key)
  return bytes && bytesAsOne(bytes)
}

export function bytesAsOne(bytes: ArrayBuffer): UploadBytes {
  return {
    size: bytes.byteLength,
    // A view, so that nothing is copied.
    slice: async (start, end) => new Uint8Array(bytes, start, end - start),
  }
}

function bytesInPieces(outbox: Outbox, photo: OutboxPhoto): UploadBytes {
  const { size } = photo
  /** The last one that was read: most chunks go on in it. */
  let last: { at: number; piece: Uint8Array } | undefined

  async function readPiece(at: number): Promise<Uint8Array> {
    if (last?.at === at) return last.piece
    const piece = await outbox.readPiece(piecesName(photo), at)
    if (!piece) throw new MissingBytes(`Piece ${at} of a video is gone.`)
    weighPiece()
    last = { at, piece: new Uint8Array(piece) }
    return last.piece
  }

  return {
    size,
    async slice(start, end) {
      const slice = new Uint8Array(end - start)
      for (let from = start; from < end;) {
        const at = Math.floor(from / PIECE_BYTES)
        const inPiece = from - at * PIECE_BYTES
        const part = (await readPiece(at)).subarray(inPiece, inPiece + end - from)
        slice.set(part, from - start)
        from += part.length
      }
      return slice
    },
  }
}
