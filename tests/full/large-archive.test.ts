import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { link, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, it } from 'vitest'
import { api } from '../../contract/api.ts'
import { mediaKeys } from '../../server/posts/post-media.ts'
import { sharedServer } from '../support/fixtures.ts'
import { addPostRows } from '../support/many-posts.ts'
import { makePhoto } from '../support/photos.ts'

const PHOTOS = 160
const PHOTO_BYTES = 28_000_000
const WITHIN_MS = 15 * 60_000
/** So many stand still, and as many are read as fast as can be. */
const OF_EACH = 5
const MOST_MEGABYTES = 30

const { orma, client, owner, event } = await sharedServer()
let url: string
let bytes: number

beforeAll(async () => {
  addPostRows(orma, event, owner, PHOTOS)
  await linkOriginals()
  let answer: { percent: number; bytes: number; address: string }
  do {
    const params = { event_hash: event.event_hash }
    answer = (await client.call(api.askForArchive, { params, token: owner.token })).body
  } while (answer.percent < 100)
  url = orma.url + answer.address
  bytes = answer.bytes
}, WITHIN_MS)

// Specification: 7.26
it(
  'an archive above 4 GiB, cut and gone on with, is unpacked by others',
  { timeout: WITHIN_MS },
  async () => {
    expect(bytes).toBeGreaterThan(2 ** 32)
    const file = path.join(orma.dataDir, 'all.zip')
    const run = (command: string) => execFileSync('sh', ['-c', command, 'sh', url, file])
    run('curl -s "$1" | head -c 1500000000 > "$2"')
    expect((await stat(file)).size).toBe(1_500_000_000)
    run('curl -sS -C - -o "$2" "$1"')
    expect((await stat(file)).size).toBe(bytes)
    run('unzip -tq "$2"')
    run('7z l "$2"')
    const python = 'import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).infolist()))'
    expect(execFileSync('python3', ['-c', python, file]).toString().trim()).toBe(String(PHOTOS))
    await rm(file)
  },
)

it(
  'ten downloads at once take little memory, whether their readers are fast or stand still',
  { timeout: WITHIN_MS },
  async () => {
    const read = async (range: string) => {
      for await (const chunk of (await fetch(url, { headers: { range } })).body!) void chunk
    }
    await read('bytes=0-200000000')
    const idle = memoryOf('VmRSS')
    // From now on the peak is counted anew.
    writeFileSync(`/proc/${orma.pid}/clear_refs`, '5')
    const still = await Promise.all(
      Array.from({ length: OF_EACH }, async () => {
        const reader = (await fetch(url)).body!.getReader()
        await reader.read()
        return reader
      }),
    )
    await Promise.all(
      Array.from({ length: OF_EACH }, (_, at) => read(`bytes=${at * 1e8}-${at * 1e8 + 4e8}`)),
    )
    const more = memoryOf('VmHWM') - idle
    await Promise.all(still.map((reader) => reader.cancel()))
    expect(more).toBeLessThan(MOST_MEGABYTES)
  },
)

/** Megabytes of the server. */
function memoryOf(name: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${orma.pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) / 1024
}

/** One file under all names: a photo with very many pixels, as far as its frame says. */
async function linkOriginals(): Promise<void> {
  const photo = await makePhoto({ width: 160, height: 120 })
  const large = path.join(orma.dataDir, 'large.jpg')
  const scan = Buffer.alloc(PHOTO_BYTES)
  await writeFile(large, Buffer.concat([photo.subarray(0, -2), scan, photo.subarray(-2)]))
  const db = new DatabaseSync(path.join(orma.dataDir, 'orma.db'), { readOnly: true })
  const names = db.prepare('select media_name from posts').all() as { media_name: string }[]
  db.close()
  for (const { media_name } of names) {
    const place = path.join(orma.dataDir, 'blobs', mediaKeys(media_name).original)
    await mkdir(path.dirname(place), { recursive: true })
    await link(large, place)
  }
}
