import { createHash } from 'node:crypto'
import { isKey } from './blob-store.ts'
import { StoreOutage } from '../outages.ts'
import { sha256Of, elements, elementText, escapeXml } from './s3-calls.ts'
import type { CallS3 } from './s3-calls.ts'

const PART_BYTES = 16 * 1024 * 1024

/** Puts a large file in parts, each of which may be sent again by itself. Nothing of it stays when it rejects. */
export async function putInParts(call: CallS3, key: string, file: Blob): Promise<void> {
  const uploadId = await begin(call, key)
  try {
    const etags: string[] = []
    for (let start = 0; start < file.size; start += PART_BYTES) {
      const content = file.slice(start, start + PART_BYTES)
      const query = { partNumber: String(etags.length + 1), uploadId }
      const body = { content, sha256: await hashOf(content) }
      etags.push(await call({ method: 'PUT', key, query, body }, etagOf))
    }
    await complete(call, { key, uploadId, size: file.size }, etags)
  } catch (error) {
    // What cannot be removed now is swept later; the first reason says more.
    await abort(call, key, uploadId).catch(() => undefined)
    throw error
  }
}

/** Removes what uploads in parts that never ended left behind before `leftBefore` (ms since the epoch); answers how many. */
export async function abortOldParts(call: CallS3, leftBefore: number): Promise<number> {
  const listed = await call({ method: 'GET', query: { uploads: '' } }, (answer) => answer.text())
  let removed = 0
  for (const upload of elements(listed, 'Upload')) {
    const begun = Date.parse(elementText(upload, 'Initiated') ?? '')
    const [key, uploadId] = [elementText(upload, 'Key'), elementText(upload, 'UploadId')]
    // What others send into the bucket is not ours to cut off.
    if (key === undefined || !isKey(key)) continue
    if (uploadId === undefined || !(begun <= leftBefore)) continue
    await abort(call, key, uploadId)
    removed += 1
  }
  return removed
}

async function begin(call: CallS3, key: string): Promise<string> {
  const said = await call({ method: 'POST', key, query: { uploads: '' } }, (answer) =>
    answer.text(),
  )
  const uploadId = elementText(said, 'UploadId')
  if (!uploadId) throw new StoreOutage('it began an upload in parts without an id')
  return uploadId
}

async function etagOf(answer: Response): Promise<string> {
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}

async function complete(
  call: CallS3,
  { key, uploadId, size }: { key: string; uploadId: string; size: number },
  etags: readonly string[],
): Promise<void> {
  const parts = etags.map(
    (etag, index) =>
      `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`,
  )
  const content = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
  const body = { content, sha256: sha256Of(content) }
  const expected = [404]
  await call({ method: 'POST', key, query: { uploadId }, body, expected }, async (answer) => {
    const said = await answer.text()
    // Joining takes long: a store may have said 200 before it failed.
    if (answer.ok && !said.includes('<Error>')) return
    // Of an upload that is complete nothing is known any more: the answer to an earlier try was lost.
    if (answer.status === 404 && (await sizeOf(call, key)) === size) return
    throw new Error(elementText(said, 'Code') ?? `${answer.status}`)
  })
}

async function sizeOf(call: CallS3, key: string): Promise<number | undefined> {
  return call({ method: 'HEAD', key, expected: [404] }, async ({ ok, headers }) =>
    ok ? Number(headers.get('content-length')) : undefined,
  )
}

async function abort(call: CallS3, key: string, uploadId: string): Promise<void> {
  const query = { uploadId }
  await call({ method: 'DELETE', key, query, expected: [404] }, (answer) => answer.arrayBuffer())
}

async function hashOf(content: Blob): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of content.stream()) hash.update(bytes)
  return hash.digest('hex')
}
