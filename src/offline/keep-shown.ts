import type { QueryClient } from '@tanstack/react-query'
import { hurryUploads } from './drivers.ts'
import { fetchLater } from './fetch-later.ts'
import { keepAnswers } from './keep-answers.ts'
import { watchConnection } from './reconnect.ts'
import { requestRefreshes } from './worker-link.ts'

let isStarted = false

/** Keeps on this device what its pages show, and brings them up to date when the server can be reached again. Once a page. */
export function keepShown(queryClient: QueryClient): void {
  if (isStarted) return
  isStarted = true
  keepAnswers(queryClient)
  void requestRefreshes()
  void fetchLater()
  watchConnection(queryClient, () => void hurryUploads())
}
