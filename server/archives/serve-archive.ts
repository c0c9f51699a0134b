import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Parts } from '../events/parts.ts'
import { HttpError } from '../http/http-error.ts'
import { envelopeOf, jsonResponse } from '../http/reply.ts'
import { parseRange } from '../http/serve-blob.ts'
import { clockOf, readArchiveFile } from './archive-files.ts'
import { findContent } from './archive-rows.ts'
import type { ListedFile } from './archive-rows.ts'
import { layOutZip } from './zip-layout.ts'
import type { ZipLayout } from './zip-layout.ts'
import type { ZipFile } from './zip-records.ts'

export interface Archive {
  files: readonly ListedFile[]
  layout: ZipLayout
  /** The same for the same bytes, and for no others. */
  etag: string
}

export function layOutArchive(files: readonly ListedFile[]): Archive {
  const zipFiles = files.map(toZipFile)
  const etag = hash('sha256', JSON.stringify(zipFiles), 'base64url')
  return { files, layout: layOutZip(zipFiles), etag: `"${etag}"` }
}

/** Sorted by name, photos are in the order in which they were taken. */
function toZipFile({ id, original_date, type, size, crc32 }: ListedFile): ZipFile {
  const clock = clockOf(original_date)
  const name = `${clock.replace('T', ' ').replaceAll(':', '.')} #${id}.${type}`
  return { name, size, crc32, clock, time: Date.parse(original_date) }
}

/**
 * After so long without a byte moving a download is cut. The system takes up to 4 MB ahead and asks for more when a third of them is
 * gone, so at 60 s, as for other answers, a reader at 20 kB/s would be cut.
 */
export const STILL_MS = 10 * 60_000

type SendParts = Pick<Parts, 'db' | 'blobs' | 'log'>

interface Asked {
  request: Request
  outgoing: ServerResponse | undefined
  /** What the archive is called. */
  name: string
  /** Of the archive that the ticket was given for. */
  promised: string | undefined
}

/**
 * Answers with an archive or the range of it that is asked for (RFC 9110 §14). A range is answered only where it is sure to be of
 * the same bytes as those before it: by `If-Range` or `If-Match`, or where the archive is still the one that was promised. Otherwise
 * the whole begins anew.
 */
export async function serveArchive(
  parts: SendParts,
  archive: Archive,
  { request, outgoing, name, promised }: Asked,
): Promise<Response> {
  const { etag, layout } = archive
  const ifMatch = request.headers.get('if-match')
  if (ifMatch !== null && ifMatch !== '*' && !ifMatch.includes(etag)) {
    throw new HttpError('archive_changed')
  }
  const isSame = promised === etag || ifMatch !== null || request.headers.has('if-range')
  const range = isSame ? parseRange(request, layout.size, etag) : undefined
  if (range === 'unsatisfiable') {
    const refusal = new HttpError('no_such_range')
    return jsonResponse(416, envelopeOf(refusal), { 'content-range': `bytes */${layout.size}` })
  }
  const { start, end } = range ?? { start: 0, end: layout.size - 1 }
  const status = range ? 206 : 200
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': asAttachment(name),
    'content-length': String(end - start + 1),
    ...(range ? { 'content-range': `bytes ${start}-${end}/${layout.size}` } : {}),
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  }
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  if (!outgoing) throw new Error('a download needs a connection to write to')
  outgoing.writeHead(status, headers)
  void send(parts, archive, { start, end, outgoing })
  return RESPONSE_ALREADY_SENT
}

/** Writes as fast as the reader takes it. Where something of the archive is gone, the connection ends, before a wrong byte. */
async function send(
  { db, blobs, log }: SendParts,
  { files, layout }: Archive,
  { start, end, outgoing }: { start: number; end: number; outgoing: ServerResponse },
): Promise<void> {
  async function* readFile(index: number, from: number, to: number) {
    const found = await findContent(db, files[index]?.id ?? 0)
    if (!found) throw new Error('a photo was removed while it was downloaded')
    yield* readArchiveFile(blobs, found, found.content, { from, to })
  }
  outgoing.socket?.setTimeout(STILL_MS)
  try {
    for await (const bytes of layout.read(start, end + 1, readFile)) await write(outgoing, bytes)
    outgoing.end()
  } catch (error) {
    outgoing.destroy()
    if (!(error instanceof ReaderGone)) log.warn('a download broke off', { error })
  }
}

/** Resolves when the system has taken in the bytes; rejects when the connection ends before. */
function write(outgoing: ServerResponse, bytes: Uint8Array): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = () => reject(new ReaderGone())
  if (outgoing.destroyed) leave()
  outgoing.once('close', leave)
  outgoing.write(bytes, (error) => (error ? leave() : resolve()))
  return promise.finally(() => outgoing.off('close', leave))
}

class ReaderGone extends Error {}

/** `Content-Disposition` (RFC 6266) of an archive that is called as its Orma. */
function asAttachment(ormaName: string): string {
  // Which systems do not take in a file's name.
  const name = ormaName.replaceAll(/[\s\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ').trim() || 'Orma'
  const plain = name.replaceAll(/[^\w .,()&'-]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}.zip"; filename*=UTF-8''${encoded}.zip`
}
