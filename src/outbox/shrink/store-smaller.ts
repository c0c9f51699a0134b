import { sha256 } from '@noble/hashes/sha2.js'
import { hex } from '../../device/random-key.ts'
import type { DeviceOutbox } from '../store/outbox.ts'
import { PIECE_BYTES, weighPiece } from '../store/video-pieces.ts'

/** What a video's record says of its bytes. */
export interface SmallerVideo {
  size: number
  /** SHA-256, hex. */
  sha256: string
}

interface StoreOptions {
  /** The name of the pieces. */
  name: string
  /** More bytes are too many. */
  maxBytes: number
  /** May change the first piece before it is stored. */
  amend?: (piece: Uint8Array) => void
}

/** Stores bytes in pieces as they come; rejects where there are too many. */
export function createPieceStore(
  outbox: Pick<DeviceOutbox, 'addPiece'>,
  { name, maxBytes, amend }: StoreOptions,
) {
  const hash = sha256.create()
  const piece = new Uint8Array(PIECE_BYTES)
  let [stored, filled] = [0, 0]

  async function storePiece(): Promise<void> {
    const bytes = piece.slice(0, filled)
    if (stored === 0) amend?.(bytes)
    hash.update(bytes)
    // Without room for it the one that was chosen is sent.
    await outbox.addPiece(name, stored / PIECE_BYTES, bytes.buffer, { isOptional: true })
    weighPiece()
    stored += filled
    filled = 0
  }

  return {
    async write(bytes: Uint8Array): Promise<void> {
      if (stored + filled + bytes.length > maxBytes) throw new Error('It is hardly smaller.')
      for (let from = 0; from < bytes.length;) {
        const part = bytes.subarray(from, from + PIECE_BYTES - filled)
        piece.set(part, filled)
        filled += part.length
        from += part.length
        if (filled === PIECE_BYTES) await storePiece()
      }
    },
    /** Stores what is left. */
    async end(): Promise<SmallerVideo> {
      if (filled > 0) await storePiece()
      return { size: stored, sha256: hex(hash.digest()) }
    },
  }
}
