import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { checkKey, isKey } from './blob-store.ts'
import type { BlobContent, BlobStore, ByteRange, ListedBlob, OpenBlob } from './blob-store.ts'
import { StoreOutage } from '../outages.ts'
import { S3Refusal, elements, elementText } from './s3-calls.ts'
import type { CallS3 } from './s3-calls.ts'
import { removeOldFiles, writeNewFile } from './write-file.ts'
import { watchStream } from './byte-streams.ts'

const ABSENT = 404
const BEYOND_END = 416

/**
 * Keeps blobs as objects of a bucket that nobody else can read. What is put lies in the folder `spool` until it is kept. Each call rejects with
 * `StoreOutage` where the store does not do what it is asked.
 */
export function createS3BlobStore(call: CallS3, spool: string): BlobStore {
  async function spooled(content: BlobContent, limitBytes = Infinity) {
    await mkdir(spool, { recursive: true })
    const file = path.join(spool, randomUUID())
    return { file, ...(await writeNewFile(file, content, limitBytes)) }
  }

  async function open(key: string, range?: ByteRange): Promise<OpenBlob | undefined> {
    checkKey(key)
    const headers = rangeHeaders(range)
    const expected = [ABSENT, BEYOND_END]
    const found = await call({ method: 'GET', key, headers, expected }, openAnswer)
    if (found !== 'beyond its end') return found
    const whole = range?.start === 0 ? 0 : await size(key)
    return whole === undefined ? undefined : { size: whole, stream: emptyStream() }
  }

  /** By its first byte: unlike the answer to HEAD that to GET leaves the connection for the next call, and tells of a bucket that is gone. */
  async function size(key: string): Promise<number | undefined> {
    const found = await open(key, { start: 0, end: 0 })
    if (found) await new Response(found.stream).arrayBuffer()
    return found?.size
  }

  return {
    async put(key, content, { limitBytes = Infinity, inspect } = {}) {
      checkKey(key)
      const { file, size, sha256 } = await spooled(content, limitBytes)
      try {
        await inspect?.(file)
        const body = { content: await openAsBlob(file), sha256 }
        await call({ method: 'PUT', key, body }, (answer) => answer.arrayBuffer())
        return { size, sha256 }
      } finally {
        await rm(file, { force: true })
      }
    },

    open,
    size,

    async read(key) {
      checkKey(key)
      return call({ method: 'GET', key, expected: [ABSENT] }, async (answer) => {
        if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
        return requireNoSuchKey(answer)
      })
    },

    async delete(key) {
      checkKey(key)
      await call({ method: 'DELETE', key, expected: [ABSENT] }, async (answer) =>
        answer.ok ? void (await answer.arrayBuffer()) : requireNoSuchKey(answer),
      )
    },

    list: (prefix) => listObjects(call, prefix),

    async withFiles(keys, use) {
      const files: (string | undefined)[] = []
      try {
        for (const key of keys) {
          const found = await open(key)
          files.push(found && (await spooled(found.stream)).file)
        }
        return await use(files)
      } finally {
        await Promise.all(files.map(async (file) => file && rm(file, { force: true })))
      }
    },

    sweep: (olderThanMs) => removeOldFiles(spool, Date.now() - olderThanMs),
  }
}

function rangeHeaders(range: ByteRange | undefined): Record<string, string> {
  return range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {}
}

async function openAnswer(answer: Response): Promise<OpenBlob | undefined | 'beyond its end'> {
  if (answer.status === BEYOND_END) {
    await answer.arrayBuffer()
    return 'beyond its end'
  }
  if (!answer.ok) return requireNoSuchKey(answer)
  const { headers } = answer
  const whole = headers.get('content-range')?.split('/')[1] ?? headers.get('content-length')
  return {
    size: Number(whole),
    modified: new Date(headers.get('last-modified') ?? 0),
    stream: answer.body ? watchStream(answer.body) : emptyStream(),
  }
}

/**
 * Only where the store itself says so is a blob known to be gone: not where the whole bucket is, and not by the 404 of a proxy whose store
 * is being started.
 */
async function requireNoSuchKey(answer: Response): Promise<undefined> {
  const code = elementText(await answer.text(), 'Code') ?? ''
  if (code !== 'NoSuchKey') throw new S3Refusal(answer.status, code)
}

function emptyStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    type: 'bytes',
    start: (controller) => controller.close(),
  })
}

async function* listObjects(call: CallS3, prefix: string): AsyncGenerator<ListedBlob> {
  let token: string | undefined
  do {
    const query = {
      'list-type': '2',
      prefix,
      ...(token === undefined ? {} : { 'continuation-token': token }),
    }
    const page = await call({ method: 'GET', query }, (answer) => answer.text())
    for (const object of elements(page, 'Contents')) {
      const key = elementText(object, 'Key') ?? ''
      // What others have put into the bucket is not ours to know.
      if (!isKey(key)) continue
      const modified = new Date(elementText(object, 'LastModified') ?? '')
      yield { key, size: Number(elementText(object, 'Size')), modified }
    }
    const isCut = elementText(page, 'IsTruncated') === 'true'
    token = isCut ? elementText(page, 'NextContinuationToken') : undefined
    if (isCut && !token) throw new StoreOutage('it lists a part of its blobs and no more')
  } while (token !== undefined)
}
