/** The containers of phones and browsers: MP4 (ISO/IEC 14496-12), QuickTime, WebM. */
export type VideoType = 'mp4' | 'mov' | 'webm'

export const VIDEO_MEDIA_TYPES: Readonly<Record<VideoType, string>> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

/** At most so many bytes from a file's beginning are needed by `sniffVideo`. */
export const VIDEO_SNIFF_BYTES = 4096

/** Brands of files with moving pictures; not of those with sound alone, and not of photos. */
const VIDEO_BRAND = /^(isom|iso[2-9]|mp4[12]|avc1|M4V.|MSNV|XAVC|dash|mmp4|3g[pr2].)$/
const QUICKTIME_BRAND = 'qt  '
/** Old QuickTime files begin with one of these boxes. */
const QUICKTIME_BOX = /^(moov|wide|mdat)$/
const EBML_MAGIC = '\x1a\x45\xdf\xa3'
/** The element DocType (RFC 8794, 11.2.4) with its length, 4, and its content. Matroska says otherwise. */
const WEBM_DOC_TYPE = '\x42\x82\x84webm'

/** The kind of video by a file's first bytes, whatever its name says; undefined for any other file. Ask `sniffPhoto` first: HEIC shares brands. */
export function sniffVideo(head: Uint8Array): VideoType | undefined {
  const text = String.fromCharCode(...head.subarray(0, VIDEO_SNIFF_BYTES))
  if (text.startsWith(EBML_MAGIC)) return text.includes(WEBM_DOC_TYPE) ? 'webm' : undefined
  if (!text.startsWith('ftyp', 4)) return QUICKTIME_BOX.test(text.slice(4, 8)) ? 'mov' : undefined
  const boxBytes = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const [main = '', ...compatible] = text.slice(8, Math.min(boxBytes, 1024)).match(/[^]{4}/g) ?? []
  // The second four bytes are a version.
  const brands = [main, ...compatible.slice(1)]
  if (brands.includes(QUICKTIME_BRAND)) return 'mov'
  return brands.some((brand) => VIDEO_BRAND.test(brand)) ? 'mp4' : undefined
}

/** The kind of video that a file is by its bytes; undefined: none, or it cannot be read. */
export async function videoTypeOf(file: Blob): Promise<VideoType | undefined> {
  const head = await file
    .slice(0, VIDEO_SNIFF_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  return sniffVideo(new Uint8Array(head))
}
