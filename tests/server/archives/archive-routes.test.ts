import { sharedFolder, sharedWholeApi } from '../../support/fixtures.ts'
import { execFileSync } from 'node:child_process'
import { readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { api as calls } from '../../../contract/api.ts'
import { ARCHIVE_BEGIN_MS, ARCHIVE_RESUME_MS } from '../../../contract/limits.ts'
import { pruneArchives } from '../../../server/archives/archive-rows.ts'
import { sql } from '../../../server/db/sql.ts'
import { deletePost } from '../../../server/posts/posts.ts'
import { mediaKeys } from '../../../server/posts/post-media.ts'
import { startRenewal } from '../../../server/uploads/renew-photos.ts'
import { makeArchiveOrma } from '../../support/archive-orma.ts'
import {
  GPS_WORD,
  makePhoto,
  makeLargePhoto,
  makePhotoAs,
  readSidewaysHeic,
  SERIAL,
} from '../../support/photos.ts'

const SMALL = { width: 160, height: 120 }

const api = await sharedWholeApi()
const folder = await sharedFolder()

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer())
}

type Sent = Record<string, string>
const get = (url: string, headers: Sent = {}) => fetch(url, { headers })

async function remove(post: { id: number; media_name: string }): Promise<void> {
  await api.db.transaction((tx) => deletePost(tx, post.id, api.clock.ms))
  for (const key of Object.values(mediaKeys(post.media_name)))
    await rm(path.join(api.folder, 'blobs', key))
}

describe('GET /events/{event_hash}/download', () => {
  // Specification: 7.26
  it('gives a zip that foreign programs unpack, with names and times of the photos', async () => {
    const orma = await makeArchiveOrma(api)
    const taken = '2026-11-21T18:04:32+05:00'
    const first = await orma.add(await makePhoto(SMALL), { original_date: taken })
    const second = await orma.add(await makePhotoAs('png', SMALL), {
      original_date: '1999-12-31T23:59:58Z',
    })
    const heic = await orma.add(await readSidewaysHeic(), { author: orma.guest })
    await orma.add(await makePhoto(SMALL), { status: 'FAILEDBYNUDITY' })
    const { photos, bytes, url } = await orma.ask()
    const zip = await bytesOf(await get(url))
    expect([photos, bytes]).toEqual([3, zip.length])
    expect([GPS_WORD, SERIAL].filter((word) => zip.includes(word))).toEqual([])

    const file = path.join(folder, 'all.zip')
    await writeFile(file, zip)
    execFileSync('unzip', ['-t', file])
    execFileSync('7z', ['t', file])
    const python =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print([i.date_time for i in z.infolist()])'
    const dates = execFileSync('python3', ['-c', python, file], { encoding: 'utf8' })
    expect(dates.trim()).toBe(
      '[(1999, 12, 31, 23, 59, 58), (2026, 6, 20, 18, 30, 0), (2026, 11, 21, 18, 4, 32)]',
    )
    const into = path.join(folder, 'all')
    execFileSync('unzip', ['-q', file, '-d', into])
    const names = [
      `1999-12-31 23.59.58 #${second.id}.png`,
      `2026-06-20 18.30.00 #${heic.id}.jpg`,
      `2026-11-21 18.04.32 #${first.id}.jpg`,
    ]
    expect((await readdir(into)).toSorted()).toEqual(names)
    const { mtimeMs } = await stat(path.join(into, names[2]!))
    expect(mtimeMs).toBe(Date.parse(taken))
    const full = path.join(api.folder, 'blobs', mediaKeys(heic.media_name).full)
    expect(await readFile(path.join(into, names[1]!))).toEqual(await readFile(full))
  })

  it('gives the owner the same with the token alone, and begins when it is ready', async () => {
    const orma = await makeArchiveOrma(api, 'Ana: “Fest”/2026')
    await orma.add(await makePhoto(SMALL))
    const direct = await orma.call(calls.getArchive, orma.owner.token)
    expect(direct.headers.get('content-disposition')).toBe(
      `attachment; filename="Ana _Fest_ 2026.zip"; filename*=UTF-8''Ana%20%E2%80%9CFest%E2%80%9D%202026.zip`,
    )
    const { url } = await orma.ask()
    expect(await bytesOf(direct)).toEqual(await bytesOf(await get(url)))
  })

  // Specification: 7.26
  it('goes on where a download was cut, byte for byte, whatever was added meanwhile', async () => {
    const orma = await makeArchiveOrma(api)
    for (const seed of [1, 2, 3]) await orma.add(await makePhoto({ ...SMALL, seed }))
    const { url, bytes } = await orma.ask()
    const whole = await get(url)
    const zip = await bytesOf(whole)
    await orma.add(await makePhoto({ ...SMALL, seed: 4 }))
    await orma.ask()
    const etag = whole.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    for (const start of [0, 1, 29, 77, 5000, bytes - 30, bytes - 1]) {
      for (const also of [{}, { 'if-range': etag }, { 'if-match': etag }] as Sent[]) {
        const part = await get(url, { range: `bytes=${start}-`, ...also })
        expect(part.status).toBe(206)
        expect(part.headers.get('content-range')).toBe(`bytes ${start}-${bytes - 1}/${bytes}`)
        expect((await bytesOf(part)).equals(zip.subarray(start))).toBe(true)
      }
    }
    const middle = await bytesOf(await get(url, { range: 'bytes=100-4099' }))
    expect(middle.equals(zip.subarray(100, 4100))).toBe(true)
    const beyond = await get(url, { range: `bytes=${bytes}-` })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`])
    const head = await fetch(url, { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(bytes))
  })

  it('begins anew, and gives no part, once a photo of it was deleted', async () => {
    const orma = await makeArchiveOrma(api)
    const post = await orma.add(await makePhoto(SMALL))
    await orma.add(await makePhoto({ ...SMALL, seed: 2 }))
    const { url, bytes } = await orma.ask()
    const before = await get(url)
    const etag = before.headers.get('etag') ?? ''
    await bytesOf(before)
    await remove(post)
    for (const also of [{}, { 'if-range': etag }] as Sent[]) {
      const anew = await get(url, { range: 'bytes=500-', ...also })
      expect(anew.status).toBe(200)
      const zip = await bytesOf(anew)
      expect(zip.length).toBeLessThan(bytes)
      expect(zip.includes(`#${post.id}.`)).toBe(false)
    }
    expect((await get(url, { range: 'bytes=500-', 'if-match': etag })).status).toBe(412)
    const now = (await get(url)).headers.get('etag') ?? ''
    expect((await get(url, { range: 'bytes=500-', 'if-range': now })).status).toBe(206)
    expect((await get(url, { range: 'bytes=500-', 'if-match': now })).status).toBe(206)
  })

  it('has the renditions that photos have now, where they were made again', async () => {
    const orma = await makeArchiveOrma(api)
    const heic = await orma.add(await readSidewaysHeic())
    const { url } = await orma.ask()
    await startRenewal(api.db, orma.event.id, api.clock.ms, { hasVideos: false })
    const nameNow = async () => {
      const posts = await api.db.all<{ media_name: string }>(
        sql`select media_name from posts where id = ${heic.id}`,
      )
      return posts[0]!.media_name
    }
    await vi.waitFor(async () => expect(await nameNow()).not.toBe(heic.media_name), 60_000)
    const full = await readFile(path.join(api.folder, 'blobs', mediaKeys(await nameNow()).full))
    const file = path.join(folder, 'renewed.zip')
    await writeFile(file, await bytesOf(await get(url)))
    const unpacked = execFileSync('unzip', ['-p', file])
    expect(unpacked.equals(full)).toBe(true)
  })

  it('has to begin within ten minutes, and may go on for 24 hours', async () => {
    const orma = await makeArchiveOrma(api)
    await orma.add(await makePhoto(SMALL))
    const [begun, idle] = [(await orma.ask()).url, (await orma.ask()).url]
    await fetch(idle, { method: 'HEAD' })
    await bytesOf(await get(begun))
    api.clock.advance(ARCHIVE_BEGIN_MS)
    await pruneArchives(api.db, api.clock.ms)
    expect((await get(idle)).status).toBe(410)
    expect((await get(begun, { range: 'bytes=9-' })).status).toBe(206)
    api.clock.advance(ARCHIVE_RESUME_MS - ARCHIVE_BEGIN_MS)
    expect((await get(begun)).status).toBe(410)
    await pruneArchives(api.db, api.clock.ms)
    expect(
      await api.db.all(sql`select etag from archives where event_id = ${orma.event.id}`),
    ).toEqual([])
  })

  // Specification: 7.26
  it('is for whom its ticket was given, in its Orma', async () => {
    const [orma, other] = [await makeArchiveOrma(api), await makeArchiveOrma(api)]
    await orma.add(await makePhoto(SMALL))
    const own = await orma.add(await makePhoto({ ...SMALL, seed: 2 }), { author: orma.guest })
    const all = await orma.ask()
    const mine = await orma.ask(calls.askForOwnArchive, orma.guest.token)
    expect(mine.photos).toBe(1)
    expect((await bytesOf(await get(mine.url))).includes(`#${own.id}.`)).toBe(true)
    expect(await orma.ask(calls.askForArchive, orma.guest.token)).toMatchObject({
      status: 403,
      code: 'owner_only',
    })
    expect((await orma.call(calls.getArchive, orma.guest.token)).status).toBe(403)
    expect((await orma.call(calls.getArchive)).status).toBe(401)
    const elsewhere = all.url.replace(orma.event.event_hash, other.event.event_hash)
    expect((await get(elsewhere)).status).toBe(410)
    await api.db.run(sql`update events set paused = 1 where id = ${orma.event.id}`)
    expect((await get(mine.url)).status).toBe(403)
    expect((await get(all.url)).status).toBe(200)
  })

  it('says of an Orma without photos that there are none', async () => {
    const orma = await makeArchiveOrma(api)
    const answer = await orma.call(calls.askForArchive, orma.owner.token)
    expect(await answer.json()).toEqual({ photos: 0, percent: 100, bytes: null, address: null })
    const zip = await bytesOf(await orma.call(calls.getArchive, orma.owner.token))
    expect(zip.length).toBe(22)
  })

  it('breaks off without a wrong byte where a photo is deleted, and holds no file', async () => {
    const orma = await makeArchiveOrma(api)
    const photo = await makeLargePhoto()
    for (let count = 0; count < 4; count += 1) await orma.add(photo)
    const last = await orma.add(photo, { original_date: '2026-06-20T23:00:00+02:00' })
    const { url, bytes } = await orma.ask()
    const leaving = new AbortController()
    await (await fetch(url, { signal: leaving.signal })).body!.getReader().read()
    const opened = () => openFiles(path.join(api.folder, 'blobs'))
    await expect.poll(opened).not.toEqual([])
    leaving.abort()
    await expect.poll(opened).toEqual([])

    const whole = await bytesOf(await get(url))
    const reader = (await get(url)).body!.getReader()
    const read = [(await reader.read()).value!]
    await remove(last)
    const readAll = async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read())
        read.push(next.value)
    }
    await expect(readAll()).rejects.toThrow(/terminated|aborted|other side closed/)
    const got = Buffer.concat(read)
    expect(got.length).toBeLessThan(bytes)
    expect(got.equals(whole.subarray(0, got.length))).toBe(true)
    await expect.poll(opened).toEqual([])
    expect(api.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})

/** Files below `folder` that this process has open. */
async function openFiles(folder: string): Promise<string[]> {
  const files = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    files.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith(folder))
}
