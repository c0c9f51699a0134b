/** A segment of a JPEG. */
export function jpegSegment(marker: number, content: string | Uint8Array): Buffer {
  const bytes = Buffer.concat([
    Buffer.from([0xff, marker, 0, 0]),
    typeof content === 'string' ? Buffer.from(content) : content,
  ])
  bytes.writeUInt16BE(bytes.length - 2, 2)
  return bytes
}

export function exifSegment(block: Uint8Array): Buffer {
  return jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), block]))
}

export function xmpSegment(packet: string): Buffer {
  return jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${packet}`)
}

/** A JPEG with more segments directly after its start. */
export function withJpegSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}
