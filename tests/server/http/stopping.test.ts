import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { listen } from '../../../server/http/listen.ts'
import { PACE } from '../../../server/http/slow-senders.ts'

it('F9: a server that is asked to stop answers what it can, and cuts a request that does not end', async () => {
  const ways = new Map<string, PromiseWithResolvers<Response>>()
  const app = {
    fetch(request: Request) {
      const way = Promise.withResolvers<Response>()
      ways.set(new URL(request.url).pathname, way)
      return way.promise
    },
  }
  const server = await listen(app, { port: 0, host: '127.0.0.1' }, { ...PACE, stopMs: 500 })
  const ask = (path: string) => get({ port: server.port, path, agent: false })
  const [endless, running] = [ask('/endless'), ask('/running')]
  const cut = once(endless, 'error')
  const answered = once(running, 'response') as Promise<[IncomingMessage]>
  await expect.poll(() => ways.size).toBe(2)

  const closed = server.close()
  ways.get('/running')?.resolve(new Response('done'))
  const [answer] = await answered
  expect(answer.statusCode).toBe(200)
  answer.resume()
  await closed
  expect(await cut).toMatchObject([{ code: 'ECONNRESET' }])
  const late = ask('/late')
  expect(await once(late, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
})

it('a server that is asked to stop does not wait for a connection on which nothing was asked', async () => {
  const app = { fetch: async () => new Response('done') }
  // Longer than this test may take.
  const server = await listen(app, { port: 0, host: '127.0.0.1' }, { ...PACE, stopMs: 600_000 })
  const ready = connect(server.port, '127.0.0.1')
  await once(ready, 'connect')
  // Now the server has taken that one as well.
  const [answer] = (await once(get({ port: server.port, agent: false }), 'response')) as [
    IncomingMessage,
  ]
  answer.resume()
  const ended = once(ready, 'close')
  await expect(server.close()).resolves.toBeUndefined()
  await ended
})
