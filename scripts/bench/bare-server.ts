import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// The bare limit: a server that does nothing but write the same bytes, headers included. `bare-server.ts <file> <headers as JSON>`;
// tells its port.

const body = readFileSync(process.argv[2] ?? '')
const headers = JSON.parse(process.argv[3] ?? '{}') as Record<string, string>

const server = createServer((_request, response) => response.writeHead(200, headers).end(body))
// As the other server: it is told in each answer.
server.keepAliveTimeout = 75_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
