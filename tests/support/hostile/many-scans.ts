import sharp from 'sharp'

const [SCAN, END] = ['ffda', 'ffd9']
/** libvips refuses to read more. */
const SCANS = 90

/** A progressive JPEG whose last scan is repeated: small, and each scan takes a decoder through all pixels. */
export async function makeManyScans(width: number, height: number): Promise<Buffer> {
  const jpeg = await sharp({ create: { width, height, channels: 3, background: '#a64' } })
    .jpeg({ progressive: true, optimiseScans: true })
    .toBuffer()
  const end = jpeg.lastIndexOf(END, 'hex')
  const last = jpeg.subarray(jpeg.lastIndexOf(SCAN, end, 'hex'), end)
  const again = Array.from({ length: SCANS }, () => last)
  return Buffer.concat([jpeg.subarray(0, end), ...again, jpeg.subarray(end)])
}
