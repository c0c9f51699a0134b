import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The bare limit: a server that does nothing but write the same bytes, or take them. `bare-server.ts <file>`; tells its port.

const body = readFileSync(process.argv[2] ?? '')
const headers = { 'content-type': 'application/json', 'content-length': body.length }

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, headers).end(body))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
