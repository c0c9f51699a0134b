import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { http, anySignal } from '../../../src/api/http.ts'
import { startServer } from './answering-server.ts'
import { isMetered, isSlowOrMetered, isUnmetered } from '../../../src/api/connection.ts'

let status: number
let asked: { type: string | undefined; body: Buffer }[]
let url: string

beforeEach(async () => {
  status = 200
  asked = []
  url = await startServer(async (request, response) => {
    asked.push({ type: request.headers['content-type'], body: await buffer(request) })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"a":1}')
  })
})

describe('http', () => {
  it.each([409, 429, 500, 503])('asks once where it is answered with %i', async (refusal) => {
    status = refusal
    await expect(http(url, { responseType: 'text' })).rejects.toMatchObject({ status })
    const response = await http.raw(url, { responseType: 'text', ignoreResponseError: true })
    expect(response.status).toBe(refusal)
    expect(asked).toHaveLength(2)
  })

  it('rejects with what was called off or broken as it is, and asks once', async () => {
    const signal = AbortSignal.abort(new DOMException('enough', 'AbortError'))
    await expect(http(url, { signal })).rejects.toBe(signal.reason)
    const broken = new TypeError('Failed to fetch')
    const failing = vi.fn<typeof fetch>(() => Promise.reject(broken))
    // Also a `fetch` that has come after the module was loaded is asked.
    vi.stubGlobal('fetch', failing)
    await expect(http(url)).rejects.toBe(broken)
    expect(failing).toHaveBeenCalledTimes(1)
  })

  it('sends bytes and forms as they are, and an object as JSON', async () => {
    const bytes = new Uint8Array([0, 255, 1, 254]).subarray(1, 3)
    const form = new FormData()
    form.append('image', new Blob([bytes], { type: 'image/jpeg' }), 'a.jpg')
    const headers = { 'content-type': 'application/offset+octet-stream' }
    await http(url, { method: 'PATCH', body: bytes, headers, responseType: 'text' })
    await http(url, { method: 'POST', body: form, responseType: 'text' })
    await http(url, { method: 'PUT', body: { name: 'Ann' }, responseType: 'text' })
    const [chunk, sentForm, object] = asked
    expect(chunk).toEqual({ type: headers['content-type'], body: Buffer.from([255, 1]) })
    expect(sentForm?.type).toMatch(/^multipart\/form-data; boundary=/)
    expect(sentForm?.body.includes(Buffer.from([13, 10, 13, 10, 255, 1, 13, 10]))).toBe(true)
    expect(object).toEqual({ type: 'application/json', body: Buffer.from('{"name":"Ann"}') })
  })
})

it('any of several signals aborts, with its reason, and the others add nothing', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const any = anySignal([one.signal, other.signal])
  expect(any.aborted).toBe(false)
  other.abort('slow')
  one.abort('late')
  expect([any.aborted, any.reason]).toEqual([true, 'slow'])
  expect(anySignal([new AbortController().signal, other.signal]).reason).toBe('slow')
})

it.each([
  ['of which the browser says nothing', undefined, [false, false, false]],
  ['of which it knows no kind', {}, [false, true, false]],
  ['that is Wi-Fi and good', { type: 'wifi', effectiveType: '4g' }, [false, true, false]],
  ['that is Wi-Fi and slow', { type: 'wifi', effectiveType: '3g' }, [false, true, true]],
  ['that is mobile and good', { type: 'cellular', effectiveType: '4g' }, [true, false, true]],
  ['on which data are to be saved', { type: 'wifi', saveData: true }, [true, false, true]],
])('a line %s is known to cost, to be free, to be slow', (_what, connection, known) => {
  vi.stubGlobal('navigator', { connection })
  expect([isMetered(), isUnmetered(), isSlowOrMetered()]).toEqual(known)
})
