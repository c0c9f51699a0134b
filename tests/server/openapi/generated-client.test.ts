import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { sharedServer } from '../../support/fixtures.ts'
import { makePhoto } from '../../support/photos.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDER = join(ROOT, 'tests/support/openapi-types')
const PACKAGES = join(ROOT, 'node_modules')
const run = promisify(execFile)

const { orma } = await sharedServer()

/** Writes the types of the served description with the program that others would take. */
async function makeTypes(): Promise<void> {
  const program = join(PACKAGES, 'openapi-types/node_modules/openapi-typescript/bin/cli.js')
  const types = join(FOLDER, 'orma-api.d.ts')
  await run(process.execPath, [program, `${orma.url}/api/openapi.json`, '--output', types])
}

it('a client made of the description alone fits its types and does the main job', async () => {
  await makeTypes()
  const checked = await run(join(PACKAGES, '.bin/tsc'), ['-p', FOLDER]).catch(
    (error: { stdout: string }) => error,
  )
  expect(checked.stdout).toBe('')

  // Its types are there only now, so that nothing but this knows of it.
  const program = join(FOLDER, 'main-job.ts')
  const { doMainJob } = await import(/* @vite-ignore */ program)
  const done = await doMainJob({
    url: orma.url,
    phone: '15550007777',
    codeFor: (phone: string) => orma.codeFor(phone),
    photo: new Uint8Array(await makePhoto({ width: 640, height: 480, seed: 12 })),
    key: randomUUID(),
  })
  expect(done.user).toMatchObject({ name: 'Foreign Client', phone: '15550007777' })
  expect(done.statuses).toEqual([201, 200, 204, 404])
  expect(done.ids).toEqual([done.post.id, done.post.id])
  expect(done.post).toMatchObject({ status: 'COMPLETED', width: 480, height: 640 })
  expect(done.feed).toEqual([done.post])
  expect(done.refusal).toBe('post_not_found')
})
