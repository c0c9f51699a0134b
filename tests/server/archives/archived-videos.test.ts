import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { videoKeys } from '../../../server/posts/post-media.ts'
import { makeArchiveOrma } from '../../support/archive-orma.ts'
import { sharedFolder, sharedWholeApi } from '../../support/fixtures.ts'

const api = await sharedWholeApi()
const folder = await sharedFolder()

const get = async (url: string, headers: Record<string, string> = {}) =>
  Buffer.from(await (await fetch(url, { headers })).arrayBuffer())

it('an archive has videos whole, and goes on in their middle', async () => {
  const orma = await makeArchiveOrma(api)
  const taken = '2026-11-21T18:04:32+05:00'
  const post = await orma.add(Buffer.from('as it came'), {
    kind: 'video',
    cleanType: 'mov',
    original_date: taken,
  })
  const clean = randomBytes(300_000)
  await writeFile(path.join(api.folder, 'blobs', videoKeys(post.media_name).clean), clean)
  const { url, bytes } = await orma.ask()
  const zip = await get(url)
  const part = await get(url, { range: `bytes=200000-` })
  expect(part.equals(zip.subarray(200_000, bytes))).toBe(true)
  const file = path.join(folder, 'videos.zip')
  await writeFile(file, zip)
  expect(execFileSync('unzip', ['-Z1', file], { encoding: 'utf8' })).toBe(
    `2026-11-21 18.04.32 #${post.id}.mov\n`,
  )
  expect(execFileSync('unzip', ['-p', file]).equals(clean)).toBe(true)
})
