import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BusboyFileStream } from '@fastify/busboy'
import type { Form } from '../../contract/endpoint.ts'
import { texts } from '../../contract/texts.ts'
import { Outage } from '../outages.ts'
import { bodyBytesMax, openParser, tooLarge, unreadable, withinBytes } from './form-parser.ts'
import { HttpError } from './http-error.ts'

export interface FormFile {
  /** Must be read to its end or destroyed. */
  stream: Readable
  filename: string
}

interface FormSource {
  contentType: string | undefined
  /** As the client declares it; undefined where it does not. */
  contentLength: number | undefined
  body: Readable
}

/** What a request carries as multipart: its text fields, not yet validated, and what `store` made of each file. */
interface ReadForm<Stored> {
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
  const parser = openParser(contentType, form, fileBytesMax)
  const fields: Record<string, string> = {}
  const storing = new Map<string, { file: BusboyFileStream; done: Promise<Stored> }>()
  let refusal: HttpError | undefined

  parser.on('field', (name, value, _nameCut, valueCut) => {
    if (valueCut || Object.hasOwn(fields, name)) refusal ??= unreadable(name)
    else fields[name] = value
  })
  parser.on('file', (name, file, filename) => {
    // A doubled or unknown file is refused at the end. Left unread it would stop the parser for ever.
    if (storing.has(name) || !Object.hasOwn(form.files, name)) {
      refusal ??= unreadable(name)
      // Where the body ends in the middle of it, it says so itself: nobody hearing it would end the process.
      file.on('error', () => undefined).resume()
      return
    }
    // At the limit the stream ends like that of a whole file; what was stored is discarded below.
    file.on('limit', () => (refusal ??= tooLarge(tooLargeText)))
    // `store` may stop reading at any byte. Its file must not be destroyed then, or the parser would wait for ever.
    const stream = file.pipe(new PassThrough())
    file.on('error', (error) => stream.destroy(error))
    stream.on('error', () => undefined)
    stream.once('close', () => file.resume())
    const done = store(name, { stream, filename: filename ?? '' })
    done.catch((error: unknown) => {
      stream.destroy()
      // Whoever is refused is told at once; the rest of the body is read away behind the answer.
      if (error instanceof Outage) parser.destroy(error)
    })
    storing.set(name, { file, done })
  })
  for (const limit of ['partsLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => (refusal ??= unreadable()))
  }
  parser.on('filesLimit', () => (refusal = new HttpError('too_many_files', { field: 'image' })))

  try {
    // Destroying the body would cut the connection that the refusal is sent over.
    const source: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
    const limit = bodyBytesMax(form, fileBytesMax)
    await pipeline(withinBytes(source, limit, tooLargeText), parser)
  } catch (error) {
    // Where the connection was cut, readers of files wait until their streams are destroyed.
    const reason = error instanceof Error ? error : new Error(String(error))
    for (const { file } of storing.values()) file.destroy(reason)
    const first = await discardAll(storing, discard)
    if (error instanceof Outage) throw error
    throw first ?? (error instanceof HttpError ? error : unreadable())
  }
  const ends = await Promise.allSettled([...storing.values()].map(({ done }) => done))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed || refusal) {
    await discardAll(storing, discard)
    throw refusal ?? failed?.reason
  }
  const files: Record<string, Stored> = {}
  for (const [name, { done }] of storing) files[name] = await done
  return { fields, files }
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

/** A web request's body as a Node stream, for callers that have no raw request. */
export function bodyStream(request: Request): Readable {
  return request.body ? Readable.fromWeb(request.body) : Readable.from([])
}
