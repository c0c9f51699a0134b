import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { useAct } from '../../../../src/features/admin/admin-queries.ts'

const ME = { userId: 1, token: '' }

/** A press of a button of the page. */
function pressOf(act: () => Promise<void>): () => Promise<unknown> {
  let mutate = (_input: unknown) => {}
  function Page() {
    mutate = useAct(ME, act).mutate
    return null
  }
  const client = new QueryClient()
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Page)))
  return async () => {
    mutate(undefined)
    await vi.advanceTimersByTimeAsync(0)
  }
}

it('is done once by a double tap, also where its answer comes between', async () => {
  vi.useFakeTimers()
  const act = vi.fn<() => Promise<void>>(async () => undefined)
  const press = pressOf(act)
  await press()
  await vi.advanceTimersByTimeAsync(500)
  await press()
  expect(act).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1000)
  await press()
  expect(act).toHaveBeenCalledTimes(2)
})

it('is tried again at once where it failed', async () => {
  vi.useFakeTimers()
  const act = vi.fn<() => Promise<void>>(async () => Promise.reject(new Error('no answer')))
  const press = pressOf(act)
  await press()
  await vi.advanceTimersByTimeAsync(100)
  await press()
  expect(act).toHaveBeenCalledTimes(2)
})
