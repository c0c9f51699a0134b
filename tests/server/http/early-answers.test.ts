import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { api, API_BASE } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { sharedApp } from '../../support/fixtures.ts'

const BOUNDARY = 'orma-boundary'
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n`
/** A line so slow that this passes between two pieces of a body: the fault itself, not a wait for something. */
const SLOW_LINE_MS = 300

const { orma, client, owner, event } = await sharedApp({ env: { MAX_UPLOAD_BYTES: '1000000' } })

function startUpload(headers: Record<string, string | number>): ClientRequest {
  const { event_hash } = event
  return request(orma.url + API_BASE + endpointPath(api.uploadPhoto, { event_hash }), {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
  })
}

async function codeOf(answer: Promise<[IncomingMessage]>): Promise<[number | undefined, string]> {
  const [response] = await answer
  const text = await new Response(response as unknown as ReadableStream).text()
  return [response.statusCode, JSON.parse(text).code]
}

describe('an answer that is given before the body has come', () => {
  it('arrives also on a slow line, whose sender is not cut off', async () => {
    const upload = startUpload({ authorization: 'nobody', 'content-length': 600_000 })
    const errors: unknown[] = []
    upload.on('error', (error) => errors.push(error))
    const answer = once(upload, 'response') as Promise<[IncomingMessage]>
    for (let sent = 0; sent < 600_000; sent += 100_000) {
      upload.write(Buffer.alloc(100_000))
      await pause(SLOW_LINE_MS)
    }
    upload.end()
    expect(await codeOf(answer)).toEqual([401, 'unauthorized'])
    expect(errors).toEqual([])
  })

  it('is followed by no reset where it ends the connection', async () => {
    const length = 20_000_000
    const path = API_BASE + endpointPath(api.uploadPhoto, { event_hash: event.event_hash })
    const heads = [
      `POST ${path} HTTP/1.0\r\nhost: localhost\r\n`,
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n`,
    ]
    for (const head of heads) {
      const socket = connect({ port: Number(new URL(orma.url).port), host: '127.0.0.1' })
      let answer = ''
      socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
      socket.write(`${head}content-length: ${length}\r\n\r\n`)
      socket.write(Buffer.alloc(length / 2))
      await once(socket, 'data')
      // Also what leaves after the answer has come is taken.
      socket.write(Buffer.alloc(length / 2))
      const [hadError] = await once(socket, 'close')
      expect([answer.slice(9, 12), hadError]).toEqual(['401', false])
    }
  })

  it('says that a body without end is too large, and cuts it', async () => {
    const upload = startUpload({ authorization: owner.token })
    const cut = once(upload, 'close')
    upload.on('error', () => undefined)
    const answer = codeOf(once(upload, 'response') as Promise<[IncomingMessage]>)
    upload.write(HEAD)
    const piece = Buffer.alloc(256 * 1024)
    let sent = 0
    while (!upload.destroyed && sent < 512 * 1024 * 1024) {
      sent += piece.length
      if (!upload.write(piece)) await Promise.race([once(upload, 'drain'), cut])
    }
    expect(await answer).toEqual([413, 'too_large'])
    expect(sent).toBeLessThan(200 * 1024 * 1024)
  })

  // Specification: 5.12
  it('tells who sends more than four photos at once how many are allowed', async () => {
    const form = new FormData()
    for (let n = 0; n < 6; n += 1) form.append('image', new Blob(['x']), `${n}.jpg`)
    const { event_hash } = event
    const { status, body } = await client.call(api.uploadPhoto, {
      params: { event_hash },
      token: owner.token,
      form,
    })
    expect([status, body.error]).toEqual([400, 'Maximum of 4 images allowed.'])
  })
})
