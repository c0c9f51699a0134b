import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { API_BASE, api } from '../../../contract/api.ts'
import { endpointPath } from '../../../contract/endpoint.ts'
import { readEncoded } from '../../support/encoded-answer.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { addManyPosts } from '../../support/many-posts.ts'
import { sendRaw } from '../../support/raw-http.ts'

const { orma, client, owner, event } = await sharedServer()

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(orma.url + path, { headers })

describe('the pages of the app', () => {
  it('X6, X10: are its HTML at every address, checked anew, with strict policies', async () => {
    const ofOrma = `/${'A'.repeat(22)}`
    for (const path of ['/', '/login', ofOrma, '/some/where/else']) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-type')).toContain('text/html')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('referrer-policy')).toBe('same-origin')
      const policy = response.headers.get('content-security-policy')
      expect(policy).toContain("require-trusted-types-for 'script'")
      expect(policy).not.toContain('unsafe')
      expect(await response.text()).toContain(
        `<link rel="manifest" href="${path === ofOrma ? path : ''}/manifest.webmanifest" />`,
      )
    }
  })

  it('lead what is shared without a worker to the page that says so', async () => {
    const body = new FormData()
    body.append('photos', new Blob(['photo']), 'a.jpg')
    const answer = await fetch(`${orma.url}/share`, { method: 'POST', body, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/share'])
    const manifest = (await (await get('/manifest.webmanifest')).json()) as object
    expect(manifest).toMatchObject({ share_target: { action: '/share', method: 'POST' } })
  })

  it('open from a link with signs or words behind it that were copied along', async () => {
    const hash = 'AbC-_'.padEnd(22, '9')
    const signs = ['.', ')', ',', '%20', ').', '%E2%80%9D', '%3E', '!/']
    const words = ['.%20Enjoy!', '%20and%20see/more', ',%0Ayours,%20Ann']
    for (const behind of signs.concat(words)) {
      const answer = await fetch(`${orma.url}/${hash}${behind}`, { redirect: 'manual' })
      expect([behind, answer.status]).toEqual([behind, 302])
      expect(answer.headers.get('location')).toBe(`/${hash}`)
    }
    for (const path of [
      hash,
      `${hash}/`,
      `${hash}x`,
      hash.slice(1),
      `${hash}/upload`,
      'login.%20now',
    ])
      expect([path, (await get(`/${path}`)).url]).toEqual([path, `${orma.url}/${path}`])
  })

  it('X6: ask search engines to stay away from everything but home', async () => {
    expect((await get('/')).headers.get('x-robots-tag')).toBeNull()
    expect((await get('/login')).headers.get('x-robots-tag')).toBe('noindex')
  })

  it('X6: may be read by search engines that heed it, by no others', async () => {
    const robots = (await (await get('/robots.txt')).text()).split('\n\n')
    const rulesFor = (name: string) =>
      robots
        .find((group) => group.includes(`User-agent: ${name}\n`))
        ?.replaceAll(/^User-.*\n/gm, '')
    expect(rulesFor('Googlebot')).toBe('Allow: /')
    expect(rulesFor('*')).toBe('Allow: /$\nDisallow: /\n')
  })

  it('U5: have files cached for ever, pages checked anew, and 404 for missing files', async () => {
    const html = await (await get('/')).text()
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
    const response = await get(script, { 'accept-encoding': 'br' })
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-encoding')).toBe('br')
    const ofTheBuild = [
      '/.vite/manifest.json',
      '/.vite/page-packages.json',
      '/assets/../.vite/manifest.json',
    ]
    const gone = ['/assets/gone.js', '/nothing.webmanifest', '/media/x/full.jpg', '/.env']
    for (const path of [...gone, ...ofTheBuild]) {
      const missing = await get(path)
      expect([path, missing.status]).toEqual([path, 404])
      expect(missing.headers.get('content-type')).not.toContain('html')
    }
    for (const path of ['/sw.js', '/manifest.webmanifest', '/index.html']) {
      expect((await get(path)).headers.get('cache-control')).toBe('no-cache')
    }
  })

  it('X15: have nothing of the host that a request names', async () => {
    const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    for (const path of ['/', `/${'A'.repeat(22)}`, '/manifest.webmanifest', '/api/nothing/here']) {
      const headers = Object.entries({ host: 'evil.example', ...forged })
      const asked = { method: 'GET', target: path, headers, body: Buffer.alloc(0) }
      const answer = await sendRaw(Number(new URL(orma.url).port), asked)
      expect(answer?.text.length).toBeGreaterThan(0)
      expect(JSON.stringify([...(answer?.headers ?? [])]) + answer?.text).not.toContain('evil')
    }
  })
})

describe("an Orma's own manifest", () => {
  it('carries its name and opens at its page', async () => {
    const named = await client.createOrma(owner, { name: 'Anna & Ben in the garden' })
    const { event_hash } = named
    const page = await (await get(`/${event_hash}/upload`)).text()
    expect(page).toContain(`<link rel="manifest" href="/${event_hash}/manifest.webmanifest" />`)
    const response = await get(`/${event_hash}/manifest.webmanifest`)
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.json()).toMatchObject({
      id: `/${event_hash}`,
      start_url: `/${event_hash}`,
      scope: '/',
      name: 'Anna & Ben in the garden',
      short_name: 'Anna & Ben',
      display: 'standalone',
    })
    expect((await get(`/${'A'.repeat(22)}/manifest.webmanifest`)).status).toBe(404)
    // Of a paused one it is the app's: a browser asks without a token.
    await client.changeOrma(named, owner, { paused: 'true' })
    const ofTheApp = await (await get('/manifest.webmanifest')).json()
    expect(await (await get(`/${event_hash}/manifest.webmanifest`)).json()).toEqual(ofTheApp)
  })
})

describe('the API beside the pages', () => {
  it('answers in its envelope also where there is no such call', async () => {
    const response = await get('/api/nothing/here')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ success: false, code: 'no_route' })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

describe('an answer of the API', () => {
  addManyPosts(orma, event, owner, 60)
  const { event_hash } = event
  const feed = API_BASE + endpointPath(api.listPosts, { event_hash, page: 1 })

  it('of many posts travels as small as the asker can take', async () => {
    const plain = await read(orma.url + feed)
    expect(plain.encoding).toBeUndefined()
    for (const _time of [1, 2]) {
      const br = await read(orma.url + feed, 'gzip, deflate, br')
      expect(br.encoding).toBe('br')
      expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes)
      expect(br.bytes.length).toBeLessThan(plain.bytes.length / 3)
      const gzip = await read(orma.url + feed, 'gzip')
      expect(gzip.encoding).toBe('gzip')
      expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    }
  })

  it('comes in nothing that the asker does not want', async () => {
    expect((await read(orma.url + feed, 'br;q=0, gzip;q=0.5')).encoding).toBe('gzip')
    expect((await read(orma.url + feed, 'identity')).encoding).toBeUndefined()
    expect((await read(orma.url + feed, 'brotli')).encoding).toBeUndefined()
  })

  it('goes as it is where one packet carries it', async () => {
    const { encoding, bytes } = await read(
      orma.url + API_BASE + endpointPath(api.getEvent, { event_hash }),
      'br',
    )
    expect(encoding).toBeUndefined()
    expect(JSON.parse(bytes.toString())).toHaveProperty('event')
  })

  async function read(url: string, accepted?: string) {
    const answer = await readEncoded(url, accepted)
    expect(answer.status).toBe(200)
    return answer
  }
})
