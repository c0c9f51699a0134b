import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { sql } from '../../../server/db/sql.ts'
import { openDatabase } from '../../support/database-places.ts'
import { createApiClient, toForm } from '../../support/api-client.ts'
import type { ApiClient, Person } from '../../support/api-client.ts'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'
import { isUpright, makeLongPhoto } from '../../support/photos.ts'

let orma: OrmaServer
let client: ApiClient
let owner: Person
let event: Event
let folder: string
beforeAll(async () => {
  orma = await startOrma()
  client = createApiClient(orma)
  owner = await client.signUp('Olga Owner')
  event = await client.createOrma(owner)
  folder = await mkdtemp(path.join(tmpdir(), 'orma-turn-'))
})
afterAll(async () => {
  await orma.close()
  await rm(folder, { recursive: true })
})

const read = async (address: string | null | undefined) =>
  Buffer.from(await (await fetch(orma.url + (address ?? ''))).arrayBuffer())

describe('a photo whose orientation is written as a long number', () => {
  it.each([
    ['a small one', { width: 320, height: 240 }],
    ['one that is decoded in part first', { width: 2400, height: 1800 }],
  ])('is upright in the feed and in the archive: %s', async (_which, size) => {
    const photo = await makeLongPhoto(size)
    const { body } = await client.upload(event, owner, photo)
    const post = await client.whenProcessed(event, owner, body.post.id)
    expect([post.width, post.height]).toEqual([size.height, size.width])
    expect(await isUpright(await read(post.image_url))).toBe(true)
    expect(await isUpright(await read(post.compressed_url))).toBe(true)
    expect(await isUpright(await archived(post.id))).toBe(true)
  })

  it('has it stored when it is received, and no other reader is asked again', async () => {
    const { body } = await client.upload(
      event,
      owner,
      await makeLongPhoto({ width: 320, height: 240 }),
    )
    const db = await openDatabase(orma.databaseAddress)
    const row = await db.get(
      sql`select orientation from posts where id = ${body.post.id as number}`,
    )
    await db.close()
    expect(row).toEqual({ orientation: 6 })
  })

  it('is upright as the picture of an Orma', async () => {
    const photo = await makeLongPhoto({ width: 320, height: 240 })
    const form = toForm({ name: 'Anna & Ben', event_date: event.event_date.slice(0, 10) })
    form.set('banner', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'banner.jpg')
    const params = { event_hash: event.event_hash }
    const updated = await client.call(api.updateEvent, { params, token: owner.token, form })
    expect(await isUpright(await read(updated.body.event.event_banner_url))).toBe(true)
  })
})

/** A photo of the archive, turned as its EXIF data say. */
async function archived(post_id: number): Promise<Buffer> {
  const params = { event_hash: event.event_hash }
  for (;;) {
    const { body } = await client.call(api.askForArchive, { params, token: owner.token })
    if (body.percent < 100) continue
    const into = path.join(folder, String(post_id))
    await writeFile(`${into}.zip`, await read(body.address))
    execFileSync('unzip', ['-q', `${into}.zip`, '-d', into])
    const name = (await readdir(into)).find((file) => file.includes(`#${post_id}.`))
    const bytes = await readFile(path.join(into, name ?? ''))
    expect(bytes.includes('\x01\x12\0\x03', 0, 'latin1')).toBe(true)
    return await sharp(bytes).autoOrient().toBuffer()
  }
}
