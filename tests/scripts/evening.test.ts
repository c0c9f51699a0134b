import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import type { Event, Post } from '../../contract/entities.ts'
import { createCallBook } from '../../scripts/bench/evening/call-book.ts'
import { createLine } from '../../scripts/bench/evening/line.ts'
import { countPhotos } from '../../scripts/bench/evening/sent-photos.ts'
import { readOptions } from '../../scripts/bench/evening/options.ts'
import type { Report } from '../../scripts/bench/evening/report.ts'
import { createApiClient } from '../support/api-client.ts'
import type { ApiClient, Person } from '../support/api-client.ts'
import { runProgram } from '../support/failed-start.ts'
import { startOrma } from '../support/orma-server.ts'
import type { OrmaServer } from '../support/orma-server.ts'
import { makePhoto } from '../support/photos.ts'

const MAIN = 'scripts/bench/evening/main.ts'

let orma: OrmaServer
let client: ApiClient
let owner: Person
let event: Event
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orma-evening-'))
  orma = await startOrma()
  client = createApiClient(orma)
  owner = await client.signUp('Olga Owner')
  event = await client.createOrma(owner)
})
afterAll(async () => {
  await orma.close()
  rmSync(folder, { recursive: true })
})

const place = (name: string) => join(folder, name)

async function upload(author: Person, seed: number): Promise<Post> {
  const photo = await makePhoto({ width: 400, height: 300, seed })
  const { body } = await client.upload(event, author, photo)
  return await client.whenProcessed(event, author, body.post.id)
}

describe('npm run evening', () => {
  it('signs guests in by printed codes, and finds each photo once', async () => {
    const [codes, json] = [place('server.log'), place('report.json')]
    const keepCodes = () => writeFileSync(codes, orma.lines.map((line) => `${line}\n`).join(''))
    keepCodes()
    // Something to like from the first minute.
    for (const seed of [5, 6]) await upload(owner, seed)
    const writing = setInterval(keepCodes, 100)
    const small = '--guests=6 --hours=0.1 --speed=240 --photos=3 --megapixels=0.3 --seed=4'
    const { code, out, error } = await runProgram([
      MAIN,
      `--url=${orma.url}/${event.event_hash}`,
      `--codes=${codes}`,
      `--json=${json}`,
      ...small.split(' '),
    ])
    clearInterval(writing)
    expect({ code, error }).toMatchObject({ code: 0, error: expect.stringContaining(orma.url) })
    const report = JSON.parse(readFileSync(json, 'utf8')) as Report
    const { sent } = report.photos
    expect(sent).toBeGreaterThan(5)
    expect(report.photos).toMatchObject({ answered: sent, visible: sent, doubled: [], lost: [] })
    expect(report.visibleAfter.count).toBe(sent)
    expect(report.news).toMatchObject({ cuts: 0, lost: 0 })
    expect(report.news.delays.count).toBeGreaterThan(sent)
    expect(report.errors).toEqual([])
    expect(Object.keys(report.calls)).toEqual(
      expect.arrayContaining(['comment', 'like', 'listen', 'open: feed', 'upload: chunk']),
    )
    expect(report.slowest[0]?.requestId).toMatch(/^[\w-]{36}$/)
    expect(out).toContain(`${sent} visible, 0 wait for the owner`)
    expect(out).toContain('0 doubled, 0 lost.')
  })

  it('ends with 1 and says why where nothing answers', async () => {
    const args = ['--url=http://localhost:1', '--guests=5', '--codes=none']
    const { code, error } = await runProgram([MAIN, ...args])
    expect({ code, error }).toMatchObject({ code: 1, error: expect.stringContaining('no answer') })
  })

  it.each([
    ['--guests=5', 'Say which installation'],
    ['--url=http://localhost --guests=5', 'nobody can sign in'],
    ['--url=http://localhost --guests=5000 --codes=a', '--guests is a number from 1 to 1000'],
    ['--url=http://localhost --guests=5 --codes=a --tokens=b', 'not both'],
  ])('refuses %s: %s', (args, reason) => {
    expect(() => readOptions(args.split(' '))).toThrow(reason)
  })
})

it('countPhotos tells which photos are twice in the feed, and which are nowhere', async () => {
  const other = await client.signUp('Gero Guest')
  const kept = await upload(owner, 1)
  const gone = await upload(owner, 2)
  const twice = await upload(owner, 3)
  await upload(other, 3)
  const params = { event_hash: event.event_hash, post_id: gone.id }
  await client.call(api.deletePost, { params, token: owner.token })

  const line = createLine(orma.url, createCallBook(), new AbortController().signal)
  const sent = [kept, gone, twice].map(({ id, sha256 }) => ({
    sha256,
    post_id: id,
    author: owner,
    begunAt: 0,
    answeredAt: 1,
  }))
  const where = { event_hash: event.event_hash, newestBefore: 0, waitMs: 0 }
  const counts = await countPhotos(line, [...sent, { ...sent[0]!, answeredAt: undefined }], where)
  line.close()
  expect(counts).toMatchObject({ sent: 4, answered: 3, unanswered: 1, visible: 2 })
  expect(counts).toMatchObject({ doubled: [twice.sha256], lost: [gone.sha256] })
})
