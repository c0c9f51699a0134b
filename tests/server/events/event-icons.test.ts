import sharp from 'sharp'
import { expect, it } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import type { Event } from '../../../contract/entities.ts'
import { toForm } from '../../support/api-client.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'

interface Icon {
  src: string
  sizes: string
  type: string
  purpose: string
}

const { orma, client, owner } = await sharedServer()

it('an Orma’s picture makes the icons of its app, in home screens’ sizes', async () => {
  const event = await withPicture(await client.createOrma(owner))
  const icons = await iconsOf(event)
  expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  const answers = await Promise.all(icons.map(({ src }) => fetch(orma.url + src)))
  for (const [at, answer] of answers.entries()) {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const { format, width, height } = await sharp(
      Buffer.from(await answer.arrayBuffer()),
    ).metadata()
    expect([format, `${width}x${height}`]).toEqual(['png', icons[at]?.sizes])
  }
})

it("the product's icons stand in for an Orma without a picture", async () => {
  const event = await client.createOrma(owner)
  const product = (await (await fetch(`${orma.url}/manifest.webmanifest`)).json()) as object
  expect(await manifestOf(event)).toMatchObject({ icons: (product as { icons: Icon[] }).icons })
})

it('a new picture has icons of its own, and the old ones are gone', async () => {
  const first = await withPicture(await client.createOrma(owner))
  const [before] = await iconsOf(first)
  expect((await fetch(orma.url + before?.src)).status).toBe(200)
  const [after] = await iconsOf(await withPicture(first))
  expect(after?.src).not.toBe(before?.src)
  expect((await fetch(orma.url + before?.src)).status).toBe(404)
  expect((await fetch(orma.url + after?.src)).status).toBe(200)
})

async function withPicture({ event_hash }: Event): Promise<Event> {
  const form = toForm({})
  const picture = await makePhoto({ width: 400, height: 300 })
  form.set('profile_image', new Blob([new Uint8Array(picture)]), 'us.jpg')
  const { token } = owner
  const { body } = await client.call(calls.updateEvent, { params: { event_hash }, token, form })
  return body.event as Event
}

async function manifestOf({ event_hash }: Event): Promise<{ icons: Icon[] }> {
  const answer = await fetch(`${orma.url}/${event_hash}/manifest.webmanifest`)
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  return (await answer.json()) as { icons: Icon[] }
}

async function iconsOf(event: Event): Promise<Icon[]> {
  return (await manifestOf(event)).icons
}
