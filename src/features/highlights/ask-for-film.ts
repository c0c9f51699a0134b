import * as v from 'valibot'
import { api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { RENDER_TIMEOUT_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { apiOrigin } from '../../api/api-host.ts'
import { call, requireToken } from '../../api/call.ts'
import { isSilence } from '../../api/contact.ts'
import { parseJson, refusalOf, request } from '../../api/request.ts'
import { wait } from '../../device/wait.ts'
import { PRODUCT } from '../../ui/layout/product.ts'

/** So many requests in a row may end in silence: a server that was at work may be starting again. */
const TRIES = 3
const TRIES_AT_WORK = 10
const WAIT_MS = 2_000

const output = api.renderVideo.answers[200]

/** A day's film, and the token of who asks for it. */
export interface FilmName {
  event_hash: string
  /** The day, `YYYY-MM-DD`. */
  id: string
  token: string | undefined
}

/** A film as a file on the server, or the reason why there is none. */
type RenderResult = { success: true; status: number; download: string } | FilmFailure

export interface FilmFailure {
  success: false
  status: number
  error: string
  /** Says whether it was the server that refused, where the status alone may be a proxy's. */
  cause?: unknown
}

/**
 * Has the server render a film, and gives its address once it is ready. A request that is cut while the server works is made
 * again and joins that work. Rejects only where `signal` ends it.
 */
export async function renderFilm(
  name: FilmName,
  config: FilmConfig,
  signal: AbortSignal,
): Promise<RenderResult> {
  let tries = TRIES
  for (;;) {
    try {
      return await ask(name, config, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!isCut(error)) return failure(error)
      tries = (await isAtWork(name, signal)) ? TRIES_AT_WORK : tries - 1
      if (tries === 0 || !navigator.onLine) return failure(error)
    }
    await wait(WAIT_MS)
    signal.throwIfAborted()
  }
}

/** How far the server is with rendering a film, 0 to 100. */
export async function askPercent(name: FilmName, signal: AbortSignal): Promise<number> {
  return (await call(api.getRender, { ...of(name), signal })).percent
}

export async function cancelRender(name: FilmName): Promise<void> {
  await call(api.cancelRender, of(name))
}

async function ask(name: FilmName, config: FilmConfig, signal: AbortSignal): Promise<RenderResult> {
  const { params } = of(name)
  const token = requireToken(name)
  const received = await request(endpointPath(api.renderVideo, params), {
    method: api.renderVideo.method,
    body: { HighlightsImages: config },
    headers: { accept: 'application/json' },
    token,
    signal,
    timeoutMs: RENDER_TIMEOUT_MS,
  })
  if (!received.response.ok) throw refusalOf(received)
  const answer = v.safeParse(output, parseJson(received.text))
  if (!answer.success) {
    console.error('The answer names no file to download.')
    return { success: false, status: 500, error: texts.highlights.renderUnexpected }
  }
  const download = new URL(answer.output.data.output, apiOrigin).href
  return { success: true, status: received.response.status, download }
}

function of({ event_hash, id, token }: FilmName) {
  return { params: { event_hash, product: PRODUCT.slug, id }, token }
}

/** Whether a request was cut, by a proxy perhaps or by a server that restarts, and not refused. */
function isCut(error: unknown): boolean {
  return isSilence(error) || (error instanceof ApiError && error.code === 'unavailable')
}

/** Not once the film is there: it would be given at once. */
async function isAtWork(name: FilmName, signal: AbortSignal): Promise<boolean> {
  try {
    const { state } = await call(api.getRender, { ...of(name), signal })
    return state === 'waiting' || state === 'rendering'
  } catch {
    // Whatever failed here failed the render request too, which reports it.
    return false
  }
}

function failure(cause: unknown): FilmFailure {
  const { renderNotAsked, renderNoAnswer } = texts.highlights
  if (!(cause instanceof ApiError)) {
    console.error(cause)
    return { success: false, status: 500, error: renderNotAsked }
  }
  const isUnheard = cause.code === 'no_answer' || cause.code === 'timed_out'
  return isUnheard
    ? { success: false, status: 503, error: renderNoAnswer }
    : { success: false, status: cause.status, error: refusalText(cause), cause }
}

function refusalText(error: ApiError): string {
  const { renderUnauthorized, renderForbidden, renderFailed, renderRefused } = texts.highlights
  if (error.status === 401) return renderUnauthorized
  if (error.status === 403) return renderForbidden
  return error.status === 500 ? renderFailed : renderRefused(error.status)
}
