import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { api } from '../../../contract/api.ts'
import { toForm } from '../../support/api-client.ts'
import { sharedApp } from '../../support/fixtures.ts'
import { PAYLOAD } from '../../support/hostile/spoil-photo.ts'
import { makePhoto } from '../../support/photos.ts'

const { orma, client, guest, event } = await sharedApp()

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
  it.each([
    ['../../../../evil.svg', 'image/svg+xml'],
    ['photo.jpg.html', 'text/html'],
    ['a'.repeat(300) + '.js', 'text/javascript'],
  ])('that is also a page, called %s, is served as a picture alone', async (name, type) => {
    const photo = await makePhoto({ width: 320, height: 240 })
    const { status, body } = await upload(Buffer.concat([photo, Buffer.from(PAYLOAD)]), name, type)
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
    const odd = (await storedFiles()).filter(
      (file) => !/^[\w./-]+$/.test(file) || /evil|\.js|html/.test(file),
    )
    expect(odd).toEqual([])
  })
})

/** All files that the server keeps of photos. */
const storedFiles = () => readdir(`${orma.folder}/blobs`, { recursive: true })
