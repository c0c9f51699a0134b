import { beforeEach, expect, it, vi } from 'vitest'
import { goPast } from '../../../src/worker/go-past.ts'

const reload = vi.fn<() => void>()
const unregister = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ unregister }) } })
})

it('a waiting release is gone past only to the app, never to a portal', async () => {
  const html = (body: string, status = 200) => new Response(body, { status })
  const answers = [
    () => html('<h1>Bad gateway</h1>', 502),
    () => html('<h1>Welcome to our network</h1>'),
    () => html('<script src="/assets/index-A.js"></script>'),
  ]
  vi.stubGlobal('fetch', async () => answers.shift()?.())
  const waiting = { state: 'installed' } as ServiceWorker
  await goPast(waiting, () => false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(answers).toHaveLength(1)
  expect([unregister.mock.calls, reload.mock.calls]).toEqual([[], []])
  await vi.advanceTimersByTimeAsync(5000)
  expect([unregister.mock.calls, reload.mock.calls]).toEqual([[[]], [[]]])
})

it('a waiting release is gone past only to a server that is still there', async () => {
  let isBusy = true
  let isThere = true
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('no network')
    return new Response('<script src="/assets/index-A.js"></script>')
  })
  void goPast({ state: 'installed' } as ServiceWorker, () => isBusy)
  await vi.advanceTimersByTimeAsync(2000)
  isThere = false
  isBusy = false
  await vi.advanceTimersByTimeAsync(20_000)
  expect([unregister.mock.calls, reload.mock.calls]).toEqual([[], []])
  isThere = true
  await vi.advanceTimersByTimeAsync(20_000)
  expect([unregister.mock.calls, reload.mock.calls]).toEqual([[[]], [[]]])
})

it('an upload that begins while the server is asked is not interrupted', async () => {
  let isBusy = false
  vi.stubGlobal('fetch', async () => {
    isBusy = true
    return new Response('<script src="/assets/index-A.js"></script>')
  })
  void goPast({ state: 'installed' } as ServiceWorker, () => isBusy)
  await vi.advanceTimersByTimeAsync(20_000)
  expect([unregister.mock.calls, reload.mock.calls]).toEqual([[], []])
})
