export type PhotoType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'

/** At most so many bytes from a file's beginning are needed by `sniffPhoto`. */
export const SNIFF_BYTES = 64

const AVIF_BRANDS = ['avif', 'avis']
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']

/** The kind of photo by a file's first bytes, whatever its name says; undefined for any file that is not accepted. */
export function sniffPhoto(head: Uint8Array): PhotoType | undefined {
  const text = latin1(head, 0, SNIFF_BYTES)
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('ftyp', 4)) return sniffBrands(head)
  return undefined
}

/** Whether a file's bytes are those of a photo. One that cannot be read is left to the server. */
export async function isPhotoFile(file: Blob): Promise<boolean> {
  try {
    const head = await file.slice(0, SNIFF_BYTES).arrayBuffer()
    return sniffPhoto(new Uint8Array(head)) !== undefined
  } catch {
    return true
  }
}

/** ISO/IEC 14496-12 §4.3: the main brand, a version, then the compatible brands up to the box's end. */
function sniffBrands(head: Uint8Array): PhotoType | undefined {
  const boxBytes = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const names = latin1(head, 8, Math.min(boxBytes, SNIFF_BYTES))
  const brands = names.match(/[^]{4}/g) ?? []
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif'
  if (brands.some((brand) => HEIC_BRANDS.includes(brand))) return 'heic'
  return undefined
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}
