import { createFsBlobStore } from '../../server/blobs/fs-blob-store.ts'

/** Run as a process: puts a blob without end, and tells its parent once bytes are on the disk. */
const folder = process.argv[2]!

async function* endless(): AsyncGenerator<Uint8Array> {
  for (let pieces = 1; ; pieces += 1) {
    yield new Uint8Array(64 * 1024)
    if (pieces === 8) process.send?.('writing')
    if (pieces === 8) await new Promise((resolve) => process.once('message', resolve))
  }
}

await createFsBlobStore(folder).put('original/ab/photo', endless())
