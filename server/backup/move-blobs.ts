import { createHash, hash } from 'node:crypto'
import { doAtOnce } from '../blobs/at-once.ts'
import type { BlobStore, ListedBlob } from '../blobs/blob-store.ts'
import { openBackupIndex } from './backup-index.ts'
import { MOVING_BLOB } from './unfinished-work.ts'
import { OperatorError } from '../settings/read-settings.ts'

/** A small blob takes little but the way there and back. */
const AT_ONCE = 8

interface Count {
  files: number
  bytes: number
}

/** Reserves the target for the blobs of the installation with this key. Rejects with an OperatorError where it has others. */
export async function reserveBlobs(
  target: BlobStore,
  secret: Uint8Array = new Uint8Array(),
): Promise<void> {
  // Nobody learns the key from it.
  const name = hash('sha256', Buffer.concat([Buffer.from('moving'), secret]))
  const mark = await target.read(MOVING_BLOB)
  if (mark && Buffer.from(mark).toString() === name) return
  for await (const { key } of target.list('')) {
    throw new OperatorError(
      `Nothing was moved, since photos are moved into an empty bucket only: there is ${key}.`,
    )
  }
  await target.put(MOVING_BLOB, Buffer.from(name))
}

/** Copies all blobs of a store into another. */
export function startBlobMove(source: BlobStore, target: BlobStore) {
  /** What is the same on both sides; by its time a blob that is written once more is known. */
  const same = openBackupIndex()

  async function copyOne(blob: ListedBlob, copied: Count): Promise<void> {
    const modified = blob.modified.getTime()
    const known = same.findEarlier(blob.key)
    if (known?.size === blob.size && known.modified === modified) return
    const sha256 = await makeSame(blob, copied)
    if (sha256) same.addEarlier({ blob: blob.key, modified, size: blob.size, sha256 })
  }

  /** Undefined: it was deleted from the source meanwhile. */
  async function makeSame({ key, size }: ListedBlob, copied: Count): Promise<string | undefined> {
    if ((await target.size(key)) === size) {
      const [here, there] = [await hashOf(source, key), await hashOf(target, key)]
      if (here === there) return here
    }
    const sent = await send(key)
    if (!sent) return undefined
    if ((await hashOf(target, key)) === sent.sha256) {
      copied.files += 1
      copied.bytes += sent.size
      return sent.sha256
    }
    throw new OperatorError(`Not moved: the bucket does not keep ${key} as it was sent.`)
  }

  async function send(key: string) {
    const blob = await source.open(key)
    try {
      return blob && (await target.put(key, blob.stream))
    } catch (error) {
      if ((await source.size(key)) === undefined) return undefined
      throw error
    }
  }

  return {
    /** Copies what the target lacks, or has otherwise, and reads each blob back once: their SHA-256 are the same when it resolves. */
    async copy(): Promise<Count> {
      const copied = { files: 0, bytes: 0 }
      await doAtOnce(AT_ONCE, source.list(''), (blob) => copyOne(blob, copied))
      return copied
    },

    /**
     * Removes from the target what the source does not have any more, and gives what both have. Rejects with an OperatorError where
     * their counts or sizes differ. Nobody may write into either.
     */
    async finish(): Promise<Count> {
      await doAtOnce(AT_ONCE, target.list(''), async ({ key }) => {
        const isOurs = key === MOVING_BLOB || (await source.size(key)) !== undefined
        if (!isOurs) await target.delete(key)
      })
      const [here, there] = [await countBlobs(source), await countBlobs(target)]
      if (here.files === there.files && here.bytes === there.bytes) return here
      throw new OperatorError(
        `Not moved: there are ${here.files} files of ${here.bytes} bytes, and in the bucket ${there.files} of ${there.bytes}.`,
      )
    },

    close: same.close,
  }
}

async function countBlobs(blobs: BlobStore): Promise<Count> {
  const count = { files: 0, bytes: 0 }
  for await (const { key, size } of blobs.list('')) {
    if (key === MOVING_BLOB) continue
    count.files += 1
    count.bytes += size
  }
  return count
}

async function hashOf(blobs: BlobStore, key: string): Promise<string | undefined> {
  const blob = await blobs.open(key)
  if (!blob) return undefined
  const hash = createHash('sha256')
  for await (const bytes of blob.stream) hash.update(bytes)
  return hash.digest('hex')
}
