import { useEffect, useRef, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FetchError } from 'ofetch'
import * as v from 'valibot'
import { errorEnvelope } from '../../../contract/error-envelope.ts'
import type { Event } from '../../../contract/entities.ts'
import type { FilmConfig } from '../../../contract/film-config.ts'
import { RENDER_POLL_MS, UPLOAD_TIMEOUT_MS } from '../../../contract/limits.ts'
import { texts } from '../../../contract/texts.ts'
import { anySignal, http } from '../../api/http.ts'
import { isRefusal } from '../../api/contact.ts'
import { parseJson } from '../../api/request.ts'
import { readTokenCookie } from '../../session/token-cookie.ts'
import { isIosApp } from '../../ui/layout/ios-app.ts'
import { saveBlob } from '../../ui/layout/save-blob.ts'
import { askPercent, cancelRender, renderFilm } from './ask-for-film.ts'
import type { FilmFailure, FilmName } from './ask-for-film.ts'
import { filmQuery } from './highlight-queries.ts'

type FilmDownload =
  | { state: 'idle' }
  | { state: 'preparing' }
  | { state: 'ready'; file: File }
  | ({ state: 'failed' } & Omit<FilmFailure, 'success'>)

/** Renders a film and gives it to the user as a file. `percent`: how far the server is while it renders. */
export function useFilmDownload(event: Event, id: string) {
  const { event_hash } = event
  const queryClient = useQueryClient()
  const [download, setDownload] = useState<FilmDownload>({ state: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const isPreparing = download.state === 'preparing'
  const name = (): FilmName => ({ event_hash, id, token: readTokenCookie(event_hash) })
  const { data: percent } = useQuery({
    queryKey: ['render', event_hash, id],
    queryFn: ({ signal }) => askPercent(name(), signal),
    enabled: isPreparing && readTokenCookie(event_hash) !== undefined,
    refetchInterval: RENDER_POLL_MS,
    retry: false,
    gcTime: 0,
  })

  /** Rejects only where `signal` ends it. */
  async function prepare(known: FilmConfig, signal: AbortSignal): Promise<FilmDownload> {
    // As the day is now; as it was known where nobody answers.
    const query = queryClient.fetchQuery({ ...filmQuery(event, id), staleTime: 0 })
    const config = await query.catch((error) => (isRefusal(error, 404) ? undefined : known))
    signal.throwIfAborted()
    if (config) return makeFilm(name(), config, signal)
    return { state: 'failed', status: 404, error: texts.highlights.none }
  }

  return {
    download,
    percent: isPreparing ? percent : undefined,
    start: (config: FilmConfig) => {
      running.current?.abort()
      running.current = new AbortController()
      const { signal } = running.current
      setDownload({ state: 'preparing' })
      void prepare(config, signal).then(
        (result) => {
          if (signal.aborted) return
          setDownload(result)
          // In an installed app on iOS a file leaves by the share sheet, which opens only at a press of its button.
          if (result.state === 'ready' && !isIosApp()) saveBlob(result.file, result.file.name)
        },
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
    return { state: 'ready', file }
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
