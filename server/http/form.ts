import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Form } from '../../contract/endpoint.ts'
import { texts } from '../../contract/texts.ts'
import { HttpError } from './http-error.ts'

const FIELD_BYTES_MAX = 8 * 1024
const FIELDS_MAX = 20
const BODY_OVERHEAD_BYTES = 64 * 1024

export interface FormFile {
  /** Must be read to its end or destroyed. */
  stream: Readable
  filename: string
}

export interface FormSource {
  contentType: string | undefined
  /** As the client declares it; undefined where it does not. */
  contentLength: number | undefined
  body: Readable
}

/** What a request carries as multipart: its text fields, not yet validated, and what `store` made of each file. */
export interface ReadForm<Stored> {
  fields: Record<string, string>
  files: Record<string, Stored>
}

/**
 * Reads a multipart body as it comes in; files go to `store` as streams and are never whole in memory.
 * Rejects with 400 for a form that cannot be read, 413 for a file above `fileBytesMax`, 415 for another content type. When it rejects,
 * what was stored until then is given to `discard`.
 */
export async function readForm<Stored>(
  { contentType, contentLength, body }: FormSource,
  form: Form,
  {
    fileBytesMax,
    tooLargeText = texts.server.tooLarge,
    store,
    discard,
  }: {
    fileBytesMax: number
    tooLargeText?: string
    store: (name: string, file: FormFile) => Promise<Stored>
    discard: (stored: Stored) => Promise<void>
  },
): Promise<ReadForm<Stored>> {
  if ((contentLength ?? 0) > bodyBytesMax(form, fileBytesMax)) throw tooLarge(tooLargeText)
  const parser = openParser(contentType, fileBytesMax)
  const fields: Record<string, string> = {}
  const storing = new Map<string, { file: BusboyFileStream; done: Promise<Stored> }>()
  let refusal: HttpError | undefined

  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut) refusal ??= unreadable(name)
    else fields[name] = value
  })
  parser.on('file', (name, file, filename) => {
    // A doubled or unknown file is read away and refused at the end, or the form's parser would wait for ever.
    if (storing.has(name) || !(name in form.files)) {
      refusal ??= unreadable(name)
      file.resume()
      return
    }
    // The stream ends at the limit as if the file did; what was stored by then is discarded below.
    file.on('limit', () => (refusal ??= tooLarge(tooLargeText)))
    file.on('error', () => undefined)
    // Whoever stores may stop at any byte: the file itself goes on, or the form's parser would wait for ever.
    const stream = Readable.from(file.iterator({ destroyOnReturn: false }))
    const done = store(name, { stream, filename: filename ?? '' })
    done.catch(() => file.resume())
    storing.set(name, { file, done })
  })
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => (refusal ??= unreadable()))
  }

  try {
    await pipeline(
      body,
      (source) => withinBytes(source, bodyBytesMax(form, fileBytesMax), tooLargeText),
      parser,
    )
  } catch (error) {
    // A cut connection leaves the file's reader waiting unless its stream is told.
    const reason = error instanceof Error ? error : new Error(String(error))
    for (const { file } of storing.values()) file.destroy(reason)
    const first = await discardAll(storing, discard)
    throw first ?? (error instanceof HttpError ? error : unreadable())
  }
  const failed = await firstFailure(storing)
  if (failed !== undefined || refusal) {
    await discardAll(storing, discard)
    throw failed ?? refusal
  }
  const files: Record<string, Stored> = {}
  for (const [name, { done }] of storing) files[name] = await done
  return { fields, files }
}

/** Room for every file, and for the fields and boundaries around them. */
function bodyBytesMax(form: Form, fileBytesMax: number): number {
  return Object.keys(form.files).length * fileBytesMax + BODY_OVERHEAD_BYTES
}

async function* withinBytes(
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

function openParser(contentType: string | undefined, fileBytesMax: number): BusboyInstance {
  if (!contentType?.toLowerCase().startsWith('multipart/form-data')) {
    throw new HttpError(415, texts.server.wrongContentType, 'wrong_content_type')
  }
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // The stream stops at the limit, so one byte more tells a file that is too large from one that just fits.
      limits: {
        fileSize: fileBytesMax + 1,
        files: 4,
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

async function firstFailure(storing: Map<string, { done: Promise<unknown> }>): Promise<unknown> {
  for (const { done } of storing.values()) {
    const failure = await done.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure !== undefined) return failure
  }
  return undefined
}

async function discardAll<Stored>(
  storing: Map<string, { done: Promise<Stored> }>,
  discard: (stored: Stored) => Promise<void>,
): Promise<HttpError | undefined> {
  let refused: HttpError | undefined
  for (const { done } of storing.values()) {
    try {
      await discard(await done)
    } catch (error) {
      // Storing failed, so there is nothing to discard; a refusal says more than the cut that followed it.
      if (error instanceof HttpError) refused ??= error
    }
  }
  return refused
}

function unreadable(field?: string): HttpError {
  return new HttpError(400, texts.server.invalidBody, 'invalid_body', field ? { field } : {})
}

function tooLarge(text: string): HttpError {
  return new HttpError(413, text, 'too_large')
}

/** A web request's body as a Node stream, for callers that have no raw request. */
export function bodyStream(request: Request): Readable {
  return request.body ? Readable.fromWeb(request.body) : Readable.from([])
}
