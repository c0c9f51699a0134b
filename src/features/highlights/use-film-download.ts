import { useEffect, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FetchError } from 'ofetch'
import * as v from 'valibot'
import { errorEnvelope } from '../../../contract/entities.ts'
import type { Event } from '../../../contract/entities.ts'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { RENDER_POLL_MS, UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { ApiError } from '../../api/api-error.ts'
import { anySignal, http } from '../../api/http.ts'
import { isRefusal } from '../../api/contact.ts'
import { parseJson } from '../../api/request.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'
import { isIosApp } from '../../ui/layout/ios-app.ts'
import { saveBlob } from '../../ui/layout/save-blob.ts'
import { askPercent, cancelRender, renderFilm } from './ask-for-film.ts'
import type { FilmFailure, FilmName } from './ask-for-film.ts'
import { filmQuery } from './highlight-queries.ts'

interface ReadyFilm {
  state: 'ready'
  file: File
  config: FilmConfig
}

type FailedFilm = { state: 'failed' } & Omit<FilmFailure, 'success'>

type FilmDownload = { state: 'idle' } | { state: 'preparing' } | ReadyFilm | FailedFilm

/** Renders a film and gives it to the user as a file. `percent`: how far the server is while it renders. */
export function useFilmDownload(event: Event, id: string) {
  const { event_hash } = event
  const queryClient = useQueryClient()
  const [download, setDownload] = useState<FilmDownload>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  const lastReady = useRef<ReadyFilm>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const isPreparing = download.state === 'preparing'
  const name = (): FilmName => ({ event_hash, id, token: readTokenCookie() })
  const { data: percent } = useQuery({
    queryKey: ['render', event_hash, id],
    queryFn: ({ signal }) => askPercent(name(), signal),
    enabled: isPreparing && readTokenCookie() !== undefined,
    refetchInterval: RENDER_POLL_MS,
    retry: false,
    gcTime: 0,
  })
  return {
    download,
    percent: isPreparing ? percent : undefined,
    /** A film that is there is given again; where its day has another one by now, that is made. */
    start: (config: FilmConfig) => {
      running.current?.abort()
      running.current = new AbortController()
      const { signal } = running.current
      setDownload({ state: 'preparing' })
      const end = (result: FilmDownload) => {
        if (signal.aborted) return
        setDownload(result)
        if (result.state !== 'ready') return
        lastReady.current = result
        give(result.file)
      }
      const renew = async () => {
        const query = filmQuery(event, id)
        const renewed = await queryClient.fetchQuery({ ...query, staleTime: 0 })
        // As the page has it: the same object, by which it is seen that nothing has changed.
        return queryClient.getQueryData(query.queryKey) ?? renewed
      }
      void prepare(name(), { config, before: lastReady.current, renew }, signal).then(
        end,
        (error: unknown) => {
          if (!signal.aborted) console.error(error)
        },
      )
    },
    cancel: () => {
      running.current?.abort()
      setDownload({ state: 'idle' })
      // The server ends work that nobody waits for.
      cancelRender(name()).catch(() => undefined)
    },
  }
}

function give(file: File): void {
  // Its own way there is the share sheet, which opens only at a press of its button.
  if (!isIosApp()) saveBlob(file, file.name)
}

/** Another device of the owner ended the film that this one waits for, or had another one of the day made. */
const ENDED = 409
/** So often it is then asked for again: two devices must not take it from each other for ever. */
const ASKED_AGAIN = 3
/** A photo of the film was removed before, or while, the server made it. */
const OUTDATED = [400, 404, ENDED]

/** So long a film that was downloaded already waits to hear whether its day has another one by now. */
const GIVE_MS = 3000

interface Wanted {
  /** As the page knows it. */
  config: FilmConfig
  /** What was downloaded last. */
  before: ReadyFilm | undefined
  /** Asks what the day's film shows now. */
  renew: () => Promise<FilmConfig>
}

/**
 * Has the film of a day made, as it is now, and downloads it. Where photos are removed meanwhile, the film of those that are left is
 * made. Rejects only where `signal` ends it.
 */
async function prepare(
  name: FilmName,
  { config, before, renew }: Wanted,
  signal: AbortSignal,
): Promise<FilmDownload> {
  const answered = newest(config, renew, signal)
  const isHere = before?.config === config
  let wanted = await (isHere ? Promise.race([answered, later(GIVE_MS, config)]) : answered)
  if (before && before.config === wanted) return before
  for (let ended = 0; wanted;) {
    const made = await makeFilm(name, wanted, signal)
    if (made.state !== 'failed' || !isOutdated(made)) return made
    const isEnded = isRefusal(made.cause, ENDED)
    if (isEnded) ended += 1
    const isToAsk = isEnded && ended <= ASKED_AGAIN
    const renewed = await newest(wanted, renew, signal)
    if (!isToAsk && JSON.stringify(renewed) === JSON.stringify(wanted)) return made
    wanted = renewed
  }
  return { state: 'failed', status: 404, error: texts.highlights.none }
}

/** Whether what came in a film's place may mean that its day has another one by now. */
function isOutdated({ status, cause }: FailedFilm): boolean {
  // The film was made, and its file is there no more: nobody's answer tells why.
  const isFileGone = status === 404 && !(cause instanceof ApiError)
  return isFileGone || OUTDATED.some((refusal) => isRefusal(cause, refusal))
}

function later<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms))
}

/** What the film of a day shows; as it was known where nobody answers. Undefined: the day has no photos any more. */
async function newest(
  known: FilmConfig,
  renew: Wanted['renew'],
  signal: AbortSignal,
): Promise<FilmConfig | undefined> {
  try {
    return await renew()
  } catch (error) {
    signal.throwIfAborted()
    return isRefusal(error, 404) ? undefined : known
  }
}

async function makeFilm(
  name: FilmName,
  config: FilmConfig,
  signal: AbortSignal,
): Promise<FilmDownload> {
  const result = await renderFilm(name, config, signal)
  if (!result.success) return { ...result, state: 'failed' }
  try {
    const patience = anySignal([signal, AbortSignal.timeout(UPLOAD_TIMEOUT_MS)])
    const blob = await http(result.download, { signal: patience, responseType: 'blob' })
    const file = new File([blob], `Highlights-${name.id}.mp4`, { type: 'video/mp4' })
    return { state: 'ready', file, config }
  } catch (error) {
    signal.throwIfAborted()
    return await unfetched(error)
  }
}

/** The film was rendered, but could not be downloaded: the server's words, where it has any. */
async function unfetched(error: unknown): Promise<FilmDownload> {
  const { renderNoAnswer, renderRefused } = texts.highlights
  if (!(error instanceof FetchError) || error.status === undefined) {
    return { state: 'failed', status: 503, error: renderNoAnswer }
  }
  const { status, data } = error
  const said = v.safeParse(errorEnvelope, data instanceof Blob && parseJson(await data.text()))
  return {
    state: 'failed',
    status,
    error: said.success ? said.output.error : renderRefused(status),
  }
}
