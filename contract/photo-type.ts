export type PhotoType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'

/**
 * At most so many bytes from a file's beginning are needed by `sniffPhoto`. A HEIC or AVIF may tell its kind only behind the places of
 * all its tiles: those of 200 megapixels take 12 kB.
 */
export const SNIFF_BYTES = 32 * 1024

const AVIF_BRANDS = ['avif', 'avis']
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']
/** Said of pictures in such a file, whatever codec they are in (ISO/IEC 23008-12 §10, 23000-22 §7). */
const ANY_CODEC_BRANDS = ['mif1', 'mif2', 'msf1', 'miaf']
/** Nobody lists hundreds of them. */
const BRANDS_END = 1024

/** The kind of photo by a file's first bytes, whatever its name says; undefined for any file that is not accepted. */
export function sniffPhoto(head: Uint8Array): PhotoType | undefined {
  const text = latin1(head, 0, 12)
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
  const names = latin1(head, 8, Math.min(boxBytes, BRANDS_END))
  const brands = names.match(/[^]{4}/g) ?? []
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif'
  if (brands.some((brand) => HEIC_BRANDS.includes(brand))) return 'heic'
  if (!brands.some((brand) => ANY_CODEC_BRANDS.includes(brand))) return undefined
  return sniffItems(latin1(head, boxBytes, SNIFF_BYTES))
}

/** ISO/IEC 14496-12 §8.11.6: of each item version and flags, its number of two or four bytes, no protection, and its type. */
const ITEM_TYPE = /infe[^]{4}(?:[^]{2}|[^]{4})\0\0(hvc1|av01)/

function sniffItems(text: string): PhotoType | undefined {
  const codec = ITEM_TYPE.exec(text)?.[1]
  if (codec === undefined) return undefined
  return codec === 'hvc1' ? 'heic' : 'avif'
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}
