import { once } from 'node:events'
import { get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { listen } from '../../../server/http/listen.ts'
import { PACE } from '../../../server/http/request-bodies.ts'
import { ownFolder } from '../../support/fixtures.ts'
import { startCommand } from '../../support/started-command.ts'

it('F9: a stopping server answers what it can, and cuts what does not end', async () => {
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

it('a stopping server does not wait for an unused connection', async () => {
  const app = { fetch: async () => new Response('done') }
  // Longer than this test may take.
  const server = await listen(app, { port: 0, host: '127.0.0.1' }, { ...PACE, stopMs: 600_000 })
  const ready = connect(server.port, '127.0.0.1')
  await once(ready, 'connect')
  await whenHeard(server)
  const ended = once(ready, 'close')
  await expect(server.close()).resolves.toBeUndefined()
  await ended
})

it('a stopping server ends in time whatever hangs, and says so', async () => {
  const server = startCommand(['tests/support/impatient-server.ts'], {
    DATA_DIR: await ownFolder(),
    PORT: '0',
    MODERATION: 'off',
    SMS_PROVIDER: 'console',
    LOG_LEVEL: 'warn',
  })
  const ready = () => /ready at http:\/\/localhost:(\d+)/.exec(server.said.out)?.[1]
  await expect.poll(ready, { timeout: 60_000 }).toBeDefined()
  const hanging = connect(Number(ready()), '127.0.0.1')
  // Once the first is answered, the server has read that there is a second.
  hanging.write('GET /healthz HTTP/1.1\r\nhost: orma\r\n\r\nGET')
  await once(hanging, 'data')
  hanging.on('error', () => undefined)
  server.stop()
  const { code, error } = await server.end()
  expect(code).toBe(0)
  expect(error).toContain('the server stops before all of it has ended')
  hanging.destroy()
})

/** Resolves once the server has taken all that came before. */
async function whenHeard({ port }: { port: number }): Promise<void> {
  const [answer] = (await once(get({ port, agent: false }), 'response')) as [IncomingMessage]
  answer.resume()
}
