import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { displayDay } from '../../../contract/display-day.ts'
import { api as calls } from '../../../contract/api.ts'
import type { FirstData } from '../../../contract/document.ts'
import { PAGES } from '../../../contract/pages.ts'
import { APP_LINK_CLASS, FIRST_DATA_ID } from '../../../contract/routes.ts'
import { createPreloads } from '../../../server/http/built-app.ts'
import { readEncoded } from '../../support/encoded-answer.ts'
import { sharedServer } from '../../support/fixtures.ts'
import { addManyPosts } from '../../support/many-posts.ts'
import { makePhoto } from '../../support/photos.ts'
import { readFile } from '../../support/source-files.ts'

const DIST = join(import.meta.dirname, '../../../dist')
/** What a server sends before it waits for the first answer of a new connection. */
const FIRST_FLIGHT_BYTES = 14_000

const { orma, client, owner } = await sharedServer()
const name = 'Anna & "Ben" </script><b>'
const event = await client.createOrma(owner, { name, event_date: '2026-06-20' })

describe("the HTML of an Orma's page", () => {
  it('X9: names the Orma in tab and previews, as text, without a picture', async () => {
    const html = await htmlOf(`/${event.event_hash}`)
    const written = 'Anna &#38; &#34;Ben&#34; &#60;/script&#62;&#60;b&#62;'
    expect(html).toContain(`<title>${written} · Orma</title>`)
    expect(html).toContain(`<meta property="og:title" content="${written}" />`)
    expect(html).toContain('content="Saturday, June 20, 2026 · 0 photos. Open it')
    expect(firstDataOf(html)?.event.name).toBe(name)
    expect(html).not.toContain('og:image')
    expect(html).not.toContain('<b>')
    const { headers } = await fetch(`${orma.url}/${event.event_hash}`)
    expect(headers.get('x-robots-tag')).toBe('noindex')
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  it('carries what a guest is told of Orma and posts, and nothing private', async () => {
    const { body } = await client.upload(event, owner, await makePhoto({ width: 400, height: 300 }))
    const post = await client.whenProcessed(event, owner, body.post.id)
    const { event_hash } = event
    await client.call(calls.addComment, {
      params: { event_hash, post_id: post.id },
      token: owner.token,
      json: { content: '</script><!--<script>', event_hash, post_id: post.id },
    })
    const params = { event_hash, page: 1 }
    const { body: posts } = await client.call(calls.listPosts, { params })
    const { body: told } = await client.call(calls.getEvent, { params: { event_hash } })

    const html = await htmlOf(`/${event_hash}`)
    const day = displayDay(told.event.event_date.slice(0, 10))
    expect(firstDataOf(html)).toEqual({ event: told.event, posts, day })
    expect(html.split('<script')).toHaveLength(3)
    for (const secret of [owner.token, owner.user.phone, owner.user.email ?? '', 'storageBytes']) {
      expect(html).not.toContain(secret)
    }
  })

  it('leaves out who likes a post, who is not known yet by whoever reads it', async () => {
    const { event_hash } = event
    const posted = firstDataOf(await htmlOf(`/${event_hash}`))?.posts?.[0]
    const json = { post_id: posted?.id }
    await client.call(calls.likePost, { params: { event_hash }, token: owner.token, json })
    const [post] = firstDataOf(await htmlOf(`/${event_hash}`))?.posts ?? []
    expect([post?.likeCount, post?.Likes]).toEqual([1, []])
  })

  it('of a page full of posts arrives in the first flight', async () => {
    const full = await client.createOrma(owner)
    if (orma.databaseAddress.endsWith('.db')) addManyPosts(orma, full, owner, 40)
    const sent = await bytesOf(`/${full.event_hash}`, 'br')
    expect(sent.length).toBeLessThan(FIRST_FLIGHT_BYTES)
    expect(brotliDecompressSync(sent).toString()).toBe(await htmlOf(`/${full.event_hash}`))
    expect(gunzipSync(await bytesOf(`/${full.event_hash}`, 'gzip')).toString()).toContain('<title>')
  })

  it('of its other screens carries the Orma alone', async () => {
    const html = await htmlOf(`/${event.event_hash}/upload`)
    expect(firstDataOf(html)).toMatchObject({ event: { event_hash: event.event_hash } })
    expect(firstDataOf(html)?.posts).toBeUndefined()
    expect(html).toContain('<div id="root"></div>')
  })

  it('has the app loaded at once where it carries no posts', async () => {
    const full = await client.createOrma(owner)
    const { body } = await client.upload(full, owner, await makePhoto({ width: 40, height: 30 }))
    await client.whenProcessed(full, owner, body.post.id)
    const link = new RegExp(`<link class="${APP_LINK_CLASS}"[^>]* href="/assets/[^"]+\\.js">`)
    const [elsewhere, withPosts] = [await htmlOf('/login'), await htmlOf(`/${full.event_hash}`)]
    expect(link.exec(elsewhere)?.[0]).toContain('modulepreload')
    expect(link.exec(withPosts)?.[0]).not.toContain('rel=')
    expect(withPosts).not.toContain('modulepreload')
  })

  it('says nothing of one that is paused, deleted or never was', async () => {
    const gone = await client.createOrma(owner, { name: 'Gone' })
    const paused = await client.createOrma(owner, { name: 'Paused' })
    const { token } = owner
    await client.call(calls.deleteEvent, { params: { event_hash: gone.event_hash }, token })
    await client.changeOrma(paused, owner, { paused: 'true' })
    const pages = await Promise.all(
      [gone.event_hash, paused.event_hash, 'A'.repeat(22)].map(async (event_hash) =>
        (await htmlOf(`/${event_hash}`)).replaceAll(event_hash, ''),
      ),
    )
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain('<title>Orma</title>')
    expect(pages[0]).not.toContain(FIRST_DATA_ID)
  })
})

describe('the HTML of a screen in a file of its own', () => {
  it('has its scripts on their way before the entry asks for them', async () => {
    const html = await htmlOf('/login')
    const [first = ''] = createPreloads(DIST)('/login')
    expect(html).toContain(`<link rel="modulepreload" crossorigin href="/${first}" />`)
    for (const [, path = ''] of html.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)) {
      expect((await fetch(orma.url + path)).status).toBe(200)
    }
  })

  it('is named as it is built, whatever its address', () => {
    const preloads = createPreloads(DIST)
    const { orma: inTheApp, ...others } = PAGES
    for (const { path } of Object.values(others)) {
      const address = path.replaceAll(/\$\w+/g, 'x')
      expect(preloads(address), address).not.toEqual([])
    }
    expect(preloads(inTheApp.path)).toEqual([])
  })

  it('is of the page that the router shows there', () => {
    const routes = readFile('src/user-routes.ts') + readFile('src/routes.tsx')
    const lazy = [...routes.matchAll(/path: PAGES\.(\w+)\.path,[^]*?(?=createRoute|$)/g)]
    const files = lazy.map(([route, name]) => [name, /pages\/([\w-]+)\.tsx/.exec(route)?.[1]])
    const named = files.filter(([, file]) => file !== undefined)
    expect(PAGES).toMatchObject(Object.fromEntries(named.map(([name, file]) => [name, { file }])))
  })
})

function firstDataOf(html: string): FirstData | undefined {
  const [, json] = new RegExp(`id="${FIRST_DATA_ID}">(.*?)</script>`).exec(html) ?? []
  return json === undefined ? undefined : (JSON.parse(json) as FirstData)
}

const bytesOf = async (path: string, encoding: string) =>
  (await readEncoded(orma.url + path, encoding)).bytes

const htmlOf = async (path: string) => (await bytesOf(path, 'identity')).toString()
