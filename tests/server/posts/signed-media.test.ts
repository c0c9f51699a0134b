import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { SIGNED_ADDRESS_MS } from '../../../contract/limits.ts'
import { createFsBlobStore } from '../../../server/blobs/fs-blob-store.ts'
import { sql } from '../../../server/db/sql.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { makeSmallWorld } from '../../support/calls/small-world.ts'
import type { SmallWorld } from '../../support/calls/small-world.ts'
import { toRequest, validCall } from '../../support/calls/valid-call.ts'
import type { CallName } from '../../support/calls/valid-call.ts'
import { sharedWholeApi } from '../../support/fixtures.ts'
import { sendRaw } from '../../support/raw-http.ts'

let world: SmallWorld
const server = await sharedWholeApi()
beforeAll(async () => {
  world = await makeSmallWorld(server, 1)
  const row = await server.db.get<{ media_name: string }>(
    sql`select media_name from posts where id = ${world.hidden.post_id}`,
  )
  const blobs = createFsBlobStore(join(server.folder, 'blobs'))
  await blobs.put(mediaKeys(row?.media_name ?? '').full, Buffer.from('a photo'))
})

async function ask(name: CallName, member: 'author' | 'owner') {
  const { own, hidden, members, sentCode } = world
  const things = name === 'getPost' ? hidden : own
  const call = validCall(name, { things, sentCode, photo: Buffer.alloc(0) })
  const headers = { authorization: members[member].token }
  const answer = await sendRaw(server.port, toRequest({ ...call, headers }))
  return JSON.parse(answer?.text ?? '')
}

/** The address that a member is given of the photo that waits for the owner. */
const addressFor = async (member: 'author' | 'owner'): Promise<string> =>
  (await ask('getPost', member)).post.image_url

async function load(address: string, cookie = ''): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${server.port}${address}`, { headers: { cookie } })
  return { status: response.status, text: await response.text() }
}

it('a signed address holds for ten minutes and no longer', async () => {
  const address = await addressFor('author')
  expect(await load(address)).toEqual({ status: 200, text: 'a photo' })
  server.clock.advance(SIGNED_ADDRESS_MS - 1)
  expect((await load(address)).status).toBe(200)
  server.clock.advance(1)
  expect((await load(address)).status).toBe(404)
  expect((await load(await addressFor('owner'))).status).toBe(200)
})

it('a signed address ends with its post, also where the file is still there', async () => {
  const address = await addressFor('author')
  const setStatus = (status: string) =>
    server.db.run(sql`update posts set status = ${status} where id = ${world.hidden.post_id}`)
  await setStatus('FAILEDPROCESSING')
  expect((await load(address)).status).toBe(404)
  await setStatus('FAILEDBYNUDITY')
  expect((await load(address)).status).toBe(200)
})

it('an address that names another file than a photo’s is not found', async () => {
  const photo = await server.db.get<{ media_name: string }>(
    sql`select media_name from posts where status = 'COMPLETED'
          and event_id = (select event_id from posts where id = ${world.hidden.post_id})`,
  )
  for (const file of ['constructor', 'toString', '__proto__', 'medium.jpg'])
    expect((await load(`/media/${photo?.media_name}/${file}`)).status).toBe(404)
  expect(server.logged.filter(({ level }) => level === 'error')).toEqual([])
})

it('a signed address of a paused Orma is its owner’s alone', async () => {
  const addresses = [
    await addressFor('author'),
    (await ask('renderVideo', 'owner')).data.output as string,
  ]
  for (const address of addresses) expect((await load(address)).status).toBe(200)
  await server.db.run(
    sql`update events set paused = 1 where event_hash = ${world.hidden.event_hash}`,
  )
  const { author, owner } = world.members
  for (const address of addresses) {
    expect((await load(address)).status).toBe(403)
    expect((await load(address, `token=${author.token}`)).status).toBe(403)
    expect((await load(address, `token=${owner.token}`)).status).toBe(200)
  }
})
