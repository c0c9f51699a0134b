import { hex } from '../../device/random-key.ts'

/** SHA-256 in hex; null where the browser cannot compute it (a page without https). */
export async function sha256(bytes: ArrayBuffer): Promise<string | null> {
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return null
  return hex(new Uint8Array(await subtle.digest('SHA-256', bytes)))
}
