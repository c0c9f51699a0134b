import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { API_BASE, api as calls } from '../../../contract/api.ts'
import { PACE } from '../../../server/http/request-bodies.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'

const SPAN_MS = 400
const BYTES_MIN = 20
/** The slow line itself, not a wait for something. */
const BYTE_MS = 20
const TOO_SLOW = { success: false, error: 'The request took too long.', code: 'too_slow' }
const HEAD = `POST ${API_BASE + calls.startRegistration.path} HTTP/1.1\r\nhost: orma.example\r\ncontent-type: application/json\r\n`

const pace = {
  ...PACE,
  headersMs: SPAN_MS,
  bodyBytesMin: BYTES_MIN,
  bodySpanMs: SPAN_MS,
  lookMs: 50,
}
const api = await sharedWholeApi({ pace })

/** Sends piece after piece until the other end has closed the line; gives what it said. */
async function send(pieces: Iterable<string>): Promise<string> {
  const socket = connect({ port: api.port, host: '127.0.0.1' })
  const heard: Buffer[] = []
  let isOpen = true
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  void closed.then(() => (isOpen = false))
  socket.on('data', (chunk: Buffer) => heard.push(chunk))
  // Writing goes on for a moment after the other end has closed.
  socket.on('error', () => undefined)
  for (const piece of pieces) {
    if (!isOpen) break
    socket.write(piece)
    await pause(BYTE_MS)
  }
  await closed
  return Buffer.concat(heard).toString()
}

function* trickle(start: string): Generator<string> {
  yield start
  for (;;) yield 'x'
}

describe('F5: who sends a byte now and then', () => {
  it('is cut off in the middle of headers, and told why', async () => {
    const answer = await send(trickle(HEAD))
    expect(answer).toMatch(/^HTTP\/1.1 408 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(TOO_SLOW)
  })

  it('is cut off in the middle of a body, declared or not, and told why', async () => {
    for (const length of ['content-length: 60000', 'transfer-encoding: chunked']) {
      const answer = await send(
        trickle(`${HEAD}${length}\r\n\r\n`.replace(/chunked\r\n\r\n$/, 'chunked\r\n\r\nea60\r\n')),
      )
      expect(answer).toMatch(/^HTTP\/1.1 408 /)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual(TOO_SLOW)
    }
  })

  it('is cut off also after an early answer', async () => {
    const early = `POST ${API_BASE + calls.updateUser.path} HTTP/1.1\r\nhost: orma.example\r\ncontent-length: 60000\r\n\r\n`
    expect(await send(trickle(early))).toMatch(/^HTTP\/1.1 401 /)
  })
})

describe('F5: who sends as fast as a slow line carries', () => {
  it('is heard to the end, however long it takes', async () => {
    const body = `{"phone":"15550001111","x":"${'x'.repeat(3000)}"}`
    const pieces = body.match(/.{1,40}/g) ?? []
    const head = `${HEAD}content-length: ${body.length}\r\nconnection: close\r\n\r\n`
    expect(await send([head, ...pieces])).toMatch(/^HTTP\/1.1 200 /)
  })
})
