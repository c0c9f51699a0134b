import { expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { texts } from '../../../contract/texts.ts'
import type { Person } from '../../support/api-client.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'
import { createTusCaller } from '../../support/tus-caller.ts'

const { orma, client, owner, guest } = await sharedApp({ env: { EVENT_UPLOAD_LIMIT: '3' } })

// Specification: 7.21
it('EVENT_UPLOAD_LIMIT counts the posts of all in one Orma, also at once', async () => {
  const event = await client.createOrma(owner)
  const params = { event_hash: event.event_hash }
  const limit = async ({ token }: Person) =>
    (await client.call(api.checkLimit, { params, token })).body
  const photo = await makePhoto({ width: 160, height: 120, seed: 5 })
  expect((await client.upload(event, owner, photo)).status).toBe(201)
  expect(await limit(guest)).toMatchObject({ limitReached: false, used: 1, limit: 3 })

  const replies = await Promise.all(
    Array.from({ length: 6 }, () => client.upload(event, guest, photo)),
  )
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 200, 201, 201,
  ])
  const over = replies.filter(({ status }) => status === 200)
  for (const { body } of over) expect(body).toEqual({ limitReached: true, post: null })
  for (const person of [guest, owner]) {
    expect(await limit(person)).toMatchObject({ limitReached: true, used: 3, limit: 3 })
    const refused = await createTusCaller(orma, event, person).create(photo)
    expect([refused.status, refused.body.code]).toEqual([403, 'limit_reached'])
    expect(refused.body.error).toBe(texts.upload.limitReached)
  }
  const other = await client.createOrma(owner)
  expect((await client.upload(other, guest, photo)).status).toBe(201)
})
