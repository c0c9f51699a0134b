/** Of the films' music. */
export const SAMPLE_RATE = 48_000
export const FRAME_SAMPLES = 1024

/** The frames of an AAC stream. Each says its own length (ISO/IEC 14496-3, ADTS). */
export function adtsFrames(stream: Buffer): Buffer[] {
  const frames: Buffer[] = []
  for (let at = 0; at < stream.length;) {
    const length = (stream.readUIntBE(at + 3, 3) >> 5) & 0x1fff
    if (length === 0) throw new Error(`no frame of AAC at byte ${at}`)
    frames.push(stream.subarray(at, at + length))
    at += length
  }
  return frames
}
