/** A part of a multipart body: a file where it has a filename. */
export interface FormPart {
  name: string
  content: Buffer
  filename?: string
  /** In place of a correct `Content-Disposition`, or after it. */
  headers?: { instead?: string; more?: string }
}

export const BOUNDARY = 'orma-boundary'

export function encodeForm(parts: readonly FormPart[]): { bytes: Buffer; contentType: string } {
  const pieces = parts.flatMap((part) => [
    // UTF-8, as browsers send it: one byte for each code unit could turn a name's character into a line break.
    Buffer.from(`--${BOUNDARY}\r\n${headersOf(part)}\r\n\r\n`),
    part.content,
    Buffer.from('\r\n'),
  ])
  return {
    bytes: Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  }
}

function headersOf({ name, filename, headers: { instead, more } = {} }: FormPart): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const disposition = instead ?? `content-disposition: form-data; name="${name}"${file}`
  return more === undefined ? disposition : `${disposition}\r\n${more}`
}
