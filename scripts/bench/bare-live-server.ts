import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { STREAM_HEADERS } from '../../server/live/live-stream.ts'

// The bare limit of a live stream: a server that only begins it. Whoever asks for something else than `/live` has a short answer.
// Tells its port.

const server = createServer((request, response) => {
  if (request.url !== '/live') {
    response.writeHead(200, { 'content-length': 2 }).end('ok')
    return
  }
  response.writeHead(200, STREAM_HEADERS)
  response.flushHeaders()
  response.write('id: 0\n\n')
})
// As the other server: it is told in each answer.
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
