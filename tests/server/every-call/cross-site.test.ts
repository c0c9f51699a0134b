import { expect, it } from 'vitest'
import { makeSmallWorld } from '../../support/calls/small-world.ts'
import { CALLS, toRequest, validCall } from '../../support/calls/valid-call.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { sendRaw } from '../../support/raw-http.ts'

const FOREIGN = 'https://elsewhere.example'
const WRITING = CALLS.filter(
  ([, { method, auth }]) => auth === 'required' && !['GET', 'HEAD', 'OPTIONS'].includes(method),
)
/** But for the stream, which does not end. */
const READING = CALLS.filter(([name, { method }]) => method === 'GET' && name !== 'listenLive')

const api = await sharedWholeApi()
const photo = await makePhoto({ width: 64, height: 48, gps: false })
await api.empty()
const world = await makeSmallWorld(api, photo.length)

it.each(WRITING)(
  'S7: %s is refused to another site, which has the cookie alone, and changes nothing',
  async (name) => {
    const before = await api.readState()
    const { own, members, sentCode } = world
    const call = validCall(name, { things: own, sentCode, photo })
    const site = { origin: FOREIGN, cookie: `token=${members.owner.token}` }
    const answer = await sendRaw(
      api.port,
      toRequest({ ...call, headers: { ...call.headers, ...site } }),
    )
    expect(answer?.status).toBe(401)
    expect(await api.readState()).toEqual(before)
  },
)

it.each(READING)('S7: %s, which only reads, changes nothing for whoever makes it', async (name) => {
  const { own, members, sentCode } = world
  const before = await api.readState()
  const { headers, ...call } = validCall(name, { things: own, sentCode, photo })
  for (const { token } of [members.owner, members.stranger]) {
    const request = toRequest({ ...call, headers: { ...headers, authorization: token } })
    const answer = await sendRaw(api.port, request)
    expect(answer?.status).toBeLessThan(500)
  }
  expect(await api.readState()).toEqual(before)
})

it('S7: no call tells a browser that another site may make it', async () => {
  for (const [name, { method }] of WRITING) {
    const call = toRequest(validCall(name, { things: world.own, sentCode: world.sentCode, photo }))
    const asking = [
      ['host', 'orma.example'],
      ['origin', FOREIGN],
      ['access-control-request-method', method],
      ['access-control-request-headers', 'authorization'],
    ] as const
    const answer = await sendRaw(api.port, {
      method: 'OPTIONS',
      target: call.target,
      headers: asking,
      body: Buffer.alloc(0),
    })
    const allowed = [...(answer?.headers.keys() ?? [])].filter((header) =>
      header.startsWith('access-control-'),
    )
    expect(allowed, name).toEqual([])
  }
})
