import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { createApiClient, toForm } from '../../support/api-client.ts'
import type { ApiClient, Person } from '../../support/api-client.ts'
import { PAYLOAD } from '../../support/hostile/spoil-photo.ts'
import { startOrma } from '../../support/orma-server.ts'
import type { OrmaServer } from '../../support/orma-server.ts'
import { makePhoto } from '../../support/photos.ts'

let orma: OrmaServer
let client: ApiClient
let owner: Person
let guest: Person
let event: Event

beforeAll(async () => {
  orma = await startOrma()
  client = createApiClient(orma)
  owner = await client.signUp('Olga Owner')
  guest = await client.signUp('Gero Guest')
  event = await client.createOrma(owner)
})
afterAll(() => orma.close())

/** Uploads a file as a program would that says of it what it likes. */
function upload(bytes: Uint8Array, name: string, type: string) {
  const form = toForm({
    description: '1',
    original_date: '2026-06-20T18:30:00+02:00',
    timezone: 'Europe/Paris',
  })
  form.set('image', new Blob([new Uint8Array(bytes)], { type }), name)
  return client.call(api.uploadPhoto, {
    params: { event_hash: event.event_hash },
    token: guest.token,
    form,
  })
}

describe('X11: a malicious upload', () => {
  it('that is no photo is refused by its bytes (415), whatever it is called, and nothing of it stays', async () => {
    const photo = await makePhoto({ width: 320, height: 240 })
    const { body } = await upload(photo, 'photo.jpg', 'image/jpeg')
    await client.whenProcessed(event, guest, body.post.id)
    const before = (await filesOf(orma)).length
    for (const text of [
      '<!doctype html><script>alert(1)</script>',
      '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="9" height="9"/>',
      'push graphic-context\nfill \'url(https://127.0.0.1/x.jpg"|touch "orma)\'\n',
      '#!/bin/sh\ntouch orma\n',
    ]) {
      const reply = await upload(Buffer.from(text), 'photo.jpg', 'image/jpeg')
      expect([reply.status, text]).toEqual([415, text])
    }
    expect(await filesOf(orma)).toHaveLength(before)
  })

  it.each([
    ['../../../../evil.svg', 'image/svg+xml'],
    ['|touch orma`.jpg', 'image/jpeg'],
    ['photo.jpg.html', 'text/html'],
    ['https://127.0.0.1:9/photo.jpg', 'image/jpeg'],
    ['label:@/etc/hostname', 'application/x-httpd-php'],
    ['a'.repeat(300) + '.js', 'text/javascript'],
  ])(
    'that is a page as well, called %s, is served as a picture alone, in a sandbox, under a name of ours',
    async (name, type) => {
      const photo = await makePhoto({ width: 320, height: 240 })
      const { status, body } = await upload(
        Buffer.concat([photo, Buffer.from(PAYLOAD)]),
        name,
        type,
      )
      expect(status).toBe(201)
      const post = await client.whenProcessed(event, guest, body.post.id)
      expect(post.status).toBe('COMPLETED')
      for (const [path, served] of [
        [post.image_url, 'image/jpeg'],
        [post.compressed_url, 'image/webp'],
      ] as const) {
        expect(path).toMatch(/^\/media\/[\w/.-]+$/)
        const response = await fetch(orma.url + path)
        expect(Object.fromEntries(response.headers)).toMatchObject({
          'content-type': served,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "sandbox; default-src 'none'",
        })
        const bytes = Buffer.from(await response.arrayBuffer())
        expect(bytes.includes('<script')).toBe(false)
      }
      const odd = (await filesOf(orma)).filter(
        (file) => !/^[\w./-]+$/.test(file) || /evil|\.js|html/.test(file),
      )
      expect(odd).toEqual([])
    },
  )
})

/** All files that the server keeps of photos. */
async function filesOf({ dataDir }: OrmaServer): Promise<string[]> {
  return (await readdir(`${dataDir}/blobs`, { recursive: true })).toSorted()
}
