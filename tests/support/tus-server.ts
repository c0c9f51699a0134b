import { ApiError } from '../../src/api/api-error.ts'
import type { Tus } from '../../src/api/tus.ts'
import type { OutboxPhoto } from '../../src/outbox/store/outbox-photo.ts'
import { postOf } from './outbox-photos.ts'

/** A server for resumable uploads, in memory. */
export interface FakeTusServer extends Tus {
  /** The calls in order: `create`, `offset`, `poster`, `append 0+65536`, `result`, `cancel`. */
  readonly asked: string[]
  /** Whether it asks for posters that it does not have. */
  wantsPosters: boolean
  posterOf: (id: string) => Uint8Array | undefined
  bytesOf: (id: string) => Uint8Array
  /** Called before each answer, and may give an error to answer. `kept`: how many bytes of the chunk arrive nevertheless. */
  onAsked: (asked: string) => { kept?: number; error?: ApiError } | undefined
  /** Forgets all uploads, as a server does after some days. */
  forget: () => void
}

export function fakeTusServer(photo: OutboxPhoto): FakeTusServer {
  const uploads = new Map<string, { size: number; bytes: number[]; poster?: Uint8Array }>()
  const ids = new Map<string, string>()
  const asked: string[] = []

  function meet(what: string): number | undefined {
    asked.push(what)
    const { kept, error } = server.onAsked(what) ?? {}
    if (error && kept === undefined) throw error
    return error ? kept : undefined
  }

  function find(id: string) {
    const upload = uploads.get(id)
    if (!upload) throw new ApiError(404, 'unknown', { code: 'upload_not_found' })
    return upload
  }

  function placeOf(id: string) {
    const { bytes, poster } = find(id)
    return { offset: bytes.length, wantsPoster: server.wantsPosters && !poster }
  }

  const server: FakeTusServer = {
    asked,
    wantsPosters: false,
    posterOf: (id) => find(id).poster,
    bytesOf: (id) => Uint8Array.from(find(id).bytes),
    onAsked: () => undefined,
    forget: () => {
      uploads.clear()
      ids.clear()
    },
    create: async ({ size, metadata }) => {
      meet('create')
      const key = metadata['key'] ?? ''
      const id = ids.get(key) ?? `upload-${ids.size}-${uploads.size}`
      ids.set(key, id)
      if (!uploads.has(id)) uploads.set(id, { size, bytes: [] })
      return { id, ...placeOf(id) }
    },
    readPlace: async ({ id }) => {
      meet(`offset`)
      return placeOf(id)
    },
    sendPoster: async ({ id }, poster) => {
      meet('poster')
      find(id).poster ??= new Uint8Array(poster)
    },
    append: async ({ id }, offset, bytes) => {
      const kept = meet(`append ${offset}+${bytes.length}`)
      const upload = find(id)
      if (offset !== upload.bytes.length) throw new ApiError(409, 'elsewhere', { code: 'conflict' })
      for (const byte of bytes.subarray(0, kept)) upload.bytes.push(byte)
      if (kept !== undefined) throw silence()
      return upload.bytes.length
    },
    readResult: async ({ id }) => {
      meet('result')
      const { size, bytes } = find(id)
      if (bytes.length < size) throw new ApiError(409, 'not whole', { code: 'not_whole' })
      return { limitReached: false, post: postOf(photo) }
    },
    cancel: async ({ id }) => {
      meet('cancel')
      uploads.delete(id)
    },
  }
  return server
}

/** The error of a call when the line breaks. */
export function silence(code: 'no_answer' | 'timed_out' = 'no_answer'): ApiError {
  return new ApiError(500, 'nothing came', { code })
}
