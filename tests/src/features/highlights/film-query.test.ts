import { focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { filmQuery } from '../../../../src/features/highlights/highlight-queries.ts'
import { setLive } from '../../../../src/live/live-state.ts'
import { EVENT_HASH } from '../../../support/post-shapes.ts'

const CONFIG = {
  images: [],
  normalDurationInSeconds: 1,
  specialDurationInSeconds: 1,
  bgAudio: null,
}

it.each([
  ['is left as it is', EVENT_HASH, 1],
  ['is asked for', undefined, 2],
])('a playing film %s when its viewer or the line comes back', async (_, heard, times) => {
  setLive(heard)
  const client = new QueryClient()
  client.mount()
  onTestFinished(() => {
    client.unmount()
    client.clear()
    focusManager.setFocused(undefined)
    setLive(undefined)
  })
  let asked = 0
  const { queryKey, ...query } = filmQuery({ event_hash: EVENT_HASH, userId: 1 }, '2026-06-20')
  const film = () =>
    new QueryObserver(client, {
      ...query,
      queryKey,
      queryFn: async () => {
        asked += 1
        return CONFIG
      },
    })
  const close = film().subscribe(() => undefined)
  await client.fetchQuery({ queryKey: ['drained'], queryFn: async () => null })
  expect(asked).toBe(1)
  for (const isThere of [false, true]) {
    focusManager.setFocused(isThere)
    onlineManager.setOnline(isThere)
  }
  await client.fetchQuery({ queryKey: ['drained'], queryFn: async () => null, staleTime: 0 })
  expect(asked).toBe(times)
  close()
  film().subscribe(() => undefined)
  expect(asked).toBe(times + 1)
})
