import { beforeEach, expect, it, vi } from 'vitest'
import type * as ApiHost from '../../../src/api/api-host.ts'

const NAME = '0123456789abcdef0123456789abcdef'

beforeEach(() => vi.stubGlobal('location', new URL('https://orma.example/some/page')))
async function builtFor(host: string | undefined): Promise<typeof ApiHost> {
  vi.stubEnv('VITE_API_HOST', host)
  vi.resetModules()
  return import('../../../src/api/api-host.ts')
}

it('the API is below /api of the page’s origin, or of the build’s host', async () => {
  for (const [host, base, origin] of [
    [undefined, '/api', 'https://orma.example'],
    ['https://api.example', 'https://api.example/api', 'https://api.example'],
    ['https://api.example/', 'https://api.example/api', 'https://api.example'],
    ['https://api.example/orma/api/', 'https://api.example/orma/api', 'https://api.example'],
  ] as const) {
    const { apiBase, apiOrigin } = await builtFor(host)
    expect([apiBase, apiOrigin]).toEqual([base, origin])
  }
})

it('addresses of pictures are made whole for a page of another origin', async () => {
  const answer = {
    image_url: `/media/${NAME}/full.jpg`,
    event_banner_url: `/media/event/${NAME}.jpg`,
    images: [`/media/${NAME}/thumb.webp?w=320`],
    content: '/media/ is where it is',
    name: null,
  }
  const json = JSON.stringify(answer)
  const here = await builtFor(undefined)
  expect(JSON.parse(json, here.withApiOrigin)).toEqual(answer)
  const there = await builtFor('https://api.example')
  expect(JSON.parse(json, there.withApiOrigin)).toEqual({
    ...answer,
    image_url: `https://api.example/media/${NAME}/full.jpg`,
    event_banner_url: `https://api.example/media/event/${NAME}.jpg`,
    images: [`https://api.example/media/${NAME}/thumb.webp?w=320`],
  })
})

it('a picture is our server’s alone', async () => {
  const { isPicture } = await builtFor('https://api.example')
  expect(isPicture(new URL(`https://api.example/media/${NAME}/full.jpg`))).toBe(true)
  expect(isPicture(new URL(`https://orma.example/media/${NAME}/full.jpg`))).toBe(false)
  expect(isPicture(new URL('https://api.example/api/users/verify'))).toBe(false)
})
