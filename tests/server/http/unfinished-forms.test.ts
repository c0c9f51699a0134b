import { afterAll, expect, it } from 'vitest'
import { API_BASE, api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { createApiClient } from '../../support/api-client.ts'
import { startOrma } from '../../support/orma-server.ts'

const orma = await startOrma()
afterAll(() => orma.close())
const client = createApiClient(orma)
const owner = await client.signUp('Olga')
const event = await client.createOrma(owner)

const part = (name: string) =>
  `--B\r\ncontent-disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\nabc`

it.each([
  ['that the form does not know', part('x'), 400],
  ['that came before', `${part('image')}\r\n${part('image')}`, 415],
  ['that the form asks for', part('image'), 400],
])('a form that ends in the middle of a file %s is refused', async (_which, body, status) => {
  const path = endpointPath(api.uploadPhoto, { event_hash: event.event_hash })
  const answer = await fetch(orma.url + API_BASE + path, {
    method: 'POST',
    headers: { authorization: owner.token, 'content-type': 'multipart/form-data; boundary=B' },
    body,
  })
  expect(answer.status).toBe(status)
  expect((await fetch(`${orma.url}/healthz`)).status).toBe(200)
})
