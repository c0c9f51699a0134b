import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

// The bare limit of an upload: a server that streams a body to a new file, hashes it on its way, and answers once it is on disk.
// `bare-upload-server.ts <folder>`; tells its port.

const folder = process.argv[2] ?? ''

const server = createServer((request, response) => {
  void keep(request).then((sha256) => response.writeHead(201).end(sha256))
})
// As the other server: the next turn may take a while.
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

async function keep(body: IncomingMessage): Promise<string> {
  const hash = createHash('sha256')
  async function* hashed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of source) {
      hash.update(bytes)
      yield bytes
    }
  }
  await pipeline(body, hashed, createWriteStream(join(folder, randomUUID()), { flush: true }))
  return hash.digest('hex')
}
