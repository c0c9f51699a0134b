import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Level 5 takes a third of a millisecond for a page, and comes close to the size of level 11. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
/** Fits one packet uncompressed. */
const SMALL_BYTES = 1_400

export type Encoding = 'br' | 'gzip'

/** The best encoding of those a request says it takes (RFC 9110 §12.5.3); undefined for bytes that are not worth it. */
export function chooseEncoding(accepted: string | null, bytes: number): Encoding | undefined {
  if (bytes < SMALL_BYTES || accepted === null) return undefined
  return (['br', 'gzip'] as const).find((name) => accepts(accepted, name))
}

export function compress(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br' ? brotli(bytes, BROTLI) : zip(bytes)
}

/** `q=0` refuses an encoding. */
function accepts(accepted: string, name: string): boolean {
  const found = new RegExp(`\\b${name}\\b(?:\\s*;\\s*q=([\\d.]+))?`, 'i').exec(accepted)
  return found !== null && Number(found[1] ?? 1) > 0
}
