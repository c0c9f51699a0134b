import { REQUEST_TIMEOUT_MS } from '../../contract/limits.ts'
import { anySignal, http } from '../api/http.ts'

/**
 * As `fetch`, for what may take long on a slow line: it goes on as long as bytes come. Rejects, or errors the body, once nothing
 * has come for 30 s.
 */
export async function fetchUntilSilent(
  url: string,
  { signal, ...init }: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  const silence = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const listen = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), REQUEST_TIMEOUT_MS)
  }
  listen()
  const response = await http.raw(url, {
    ...init,
    signal: anySignal([signal, silence.signal]),
    responseType: 'stream',
    ignoreResponseError: true,
  })
  listen()
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, body) {
      listen()
      body.enqueue(chunk)
    },
    flush: () => clearTimeout(timer),
  })
  return new Response(response.body?.pipeThrough(heard), response)
}
