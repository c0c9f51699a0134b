import { Busboy } from '@fastify/busboy'
import type { BusboyInstance } from '@fastify/busboy'
import type { Form } from '../../contract/endpoint.ts'
import { PHOTOS_PER_CHOICE } from '../../contract/limits.ts'
import { HttpError } from './http-error.ts'

const FIELD_BYTES_MAX = 8 * 1024
const FIELDS_MAX = 20
const BODY_OVERHEAD_BYTES = 64 * 1024

/** Room for every file, and for the fields and boundaries around them. */
export function bodyBytesMax(form: Form, fileBytesMax: number): number {
  return Object.keys(form.files).length * fileBytesMax + BODY_OVERHEAD_BYTES
}

/** The bytes as they come; throws a 413 HttpError once they are more than `limit`. */
export async function* withinBytes(
  source: AsyncIterable<Buffer>,
  limit: number,
  tooLargeText: string,
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > limit) throw tooLarge(tooLargeText)
    yield chunk
  }
}

/** A parser of this multipart body. Throws 415 for another content type, 400 for one without a boundary. */
export function openParser(
  contentType: string | undefined,
  { files }: Form,
  fileBytesMax: number,
): BusboyInstance {
  if (!contentType?.toLowerCase().startsWith('multipart/form-data')) {
    throw new HttpError('wrong_content_type')
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Also one that has no name: a phone may have none to give.
      isPartAFile: (name, type, filename) =>
        files[name ?? ''] === 'required' ||
        type === 'application/octet-stream' ||
        filename !== undefined,
      // The stream stops at the limit: with one byte more, a file of exactly `fileBytesMax` still fits.
      limits: {
        fileSize: fileBytesMax + 1,
        files: PHOTOS_PER_CHOICE,
        fields: FIELDS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        parts: 24,
      },
    })
  } catch {
    // No boundary: busboy throws a plain Error for it.
    throw unreadable()
  }
}

export function unreadable(field?: string): HttpError {
  return new HttpError('invalid_body', field ? { field } : {})
}

export function tooLarge(text: string): HttpError {
  return new HttpError('too_large', { message: text })
}
