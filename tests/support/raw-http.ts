import { connect } from 'node:net'

const DEADLINE_MS = 30_000

/** A request as bytes, so that anything in it can be wrong. */
export interface RawRequest {
  method: string
  /** The target in the request line. */
  target: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer
  /** Text of `Content-Length`; null: no such header. Absent: the right length. */
  length?: string | null
  /** Whether the connection is closed after it, although more was announced. */
  isCut?: boolean
}

export interface RawAnswer {
  status: number
  headers: Headers
  text: string
}

/**
 * Sends a request over a connection of its own. Undefined: the connection was closed without an answer. Of a stream only the head
 * is read.
 */
export function sendRaw(port: number, request: RawRequest): Promise<RawAnswer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer | undefined>()
  const chunks: Buffer[] = []
  const socket = connect({ port, host: '127.0.0.1', timeout: DEADLINE_MS }, () => {
    for (const bytes of [headOf(request), request.body]) socket.write(bytes)
    if (request.isCut) socket.end()
  })
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    if (chunk.includes('text/event-stream')) socket.destroy()
  })
  socket.once('timeout', () => {
    reject(new Error(`no answer to ${headOf(request).toString('latin1').slice(0, 2000)}`))
    socket.destroy()
  })
  // The other end may close as soon as it has refused.
  socket.on('error', () => undefined)
  socket.once('close', () => resolve(readAnswer(Buffer.concat(chunks))))
  return promise
}

export function headOf({ method, target, headers, body, length }: RawRequest): Buffer {
  const said = length === undefined && body.length > 0 ? String(body.length) : length
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(said ? [`content-length: ${said}`] : []),
    'connection: close',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

function readAnswer(bytes: Buffer): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const rest = bytes.subarray(end + 4)
  const status = Number(first.split(' ')[1])
  // "100 Continue" comes before the answer.
  if (status === 100) return readAnswer(rest)
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  return { status, headers, text: (isChunked ? joinChunks(rest) : rest).toString('utf8') }
}

function joinChunks(bytes: Buffer): Buffer {
  const line = bytes.indexOf('\r\n')
  const size = Number.parseInt(bytes.toString('latin1', 0, Math.max(line, 0)), 16)
  if (!size) return Buffer.alloc(0)
  const start = line + 2
  return Buffer.concat([
    bytes.subarray(start, start + size),
    joinChunks(bytes.subarray(start + size + 2)),
  ])
}
