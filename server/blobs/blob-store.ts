import { randomBytes } from 'node:crypto'

/**
 * Where photos lie: named, whole, unchanging runs of bytes. A blob is either there in full or not
 * there at all; what `put` has answered for survives a power cut.
 */
export interface BlobStore {
  /**
   * Keeps bytes under a key, replacing what was there. Rejects with a `BlobError` ('too_large'), a
   * `StorageFull`, a `StoreOutage` (each call does, where the store is elsewhere), with what `content` rejected with, or with what `inspect` rejected with, and
   * has then kept nothing.
   */
  put(key: string, content: BlobContent, options?: PutOptions): Promise<StoredBlob>
  /** A blob, or the part of it that a range names; undefined when there is none. */
  open(key: string, range?: ByteRange): Promise<OpenBlob | undefined>
  /** A blob's length in bytes; undefined when there is none. */
  size(key: string): Promise<number | undefined>
  /** A whole blob in memory; undefined when there is none. For small ones. */
  read(key: string): Promise<Uint8Array | undefined>
  /** Removes a blob; one that is not there is removed already. */
  delete(key: string): Promise<void>
  /** Every blob whose key starts with `prefix`, in no order. */
  list(prefix: string): AsyncIterable<ListedBlob>
  /**
   * Gives `use` a file of each of these blobs, for other processes to read, which is there until `use` has ended; undefined for one
   * that is not there.
   */
  withFiles<T>(
    keys: readonly string[],
    use: (files: (string | undefined)[]) => Promise<T>,
  ): Promise<T>
  /** Removes what puts that never ended left behind more than `olderThanMs` ago; answers how many. */
  sweep(olderThanMs: number): Promise<number>
}

export type BlobContent = Uint8Array | AsyncIterable<Uint8Array>

interface PutOptions {
  /** The most bytes to take; content that is longer is refused as soon as it shows. */
  limitBytes?: number
  /** Called with a local file of the whole content before it is kept; rejecting refuses it. */
  inspect?: (file: string) => Promise<void>
}

export interface StoredBlob {
  /** Bytes. */
  size: number
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string
}

/** First and last byte wanted, counting from 0, both included, as in RFC 9110 §14.1.2. */
export interface ByteRange {
  start: number
  end?: number
}

export interface OpenBlob {
  /** Bytes of the whole blob, whatever the range. */
  size: number
  modified?: Date
  /** The bytes asked for, as a byte stream. Who does not read it to its end cancels it: a store elsewhere holds a connection open. */
  stream: ReadableStream<Uint8Array>
}

export interface ListedBlob {
  key: string
  /** Bytes. */
  size: number
  modified: Date
}

type BlobErrorReason = 'too_large' | 'bad_key'

/** A refusal of the store that its caller can answer for. */
export class BlobError extends Error {
  readonly reason: BlobErrorReason

  constructor(reason: BlobErrorReason, options?: ErrorOptions) {
    super(`Blob refused: ${reason}`, options)
    this.name = 'BlobError'
    this.reason = reason
  }
}

/** Names joined by slashes, each starting with a letter or digit: no key can leave its folder or be hidden. */
const KEY = /^[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*$/
const MAX_KEY_LENGTH = 200

/** Throws a `BlobError` ('bad_key') for anything that is not a key, such as `original/ab/abcdef`. */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new BlobError('bad_key')
}

export function isKey(text: string): boolean {
  return text.length <= MAX_KEY_LENGTH && KEY.test(text)
}

/** A new unguessable name for an image: 128 random bits as 32 lower-case hexadecimal digits, fit for keys and addresses. */
export function newMediaName(): string {
  return randomBytes(16).toString('hex')
}
