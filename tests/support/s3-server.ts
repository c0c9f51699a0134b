import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createS3Calls } from '../../server/blobs/s3-calls.ts'
import type { S3Settings } from '../../server/blobs/s3-settings.ts'
import { installDebianPackage, isRootOnDebian } from '../../scripts/install-programs.ts'
import { freePort } from './listening.ts'

/** Debian's own, which finds Debian's packages. */
const PYTHON = '/usr/bin/python3'
/** On a disk: Swift asks for extended attributes of files, which Linux has in memory since 6.6. */
const ON_DISK = '/var/tmp'
const PROGRAM = join(import.meta.dirname, 'swift-server.py')
const KEYS = { accessKeyId: 'orma:tests', secretAccessKey: 'secret-of-the-tests' }

/** OpenStack Swift as an S3-compatible store that checks signatures, in a scratch folder. */
export interface S3Server {
  port: number
  /** Makes a new bucket. */
  makeBucket: () => Promise<S3Settings>
  /** Kills it (SIGKILL), as a power cut would. */
  kill9: () => Promise<void>
  /** Starts it again on the same data and port, and waits until it answers. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Whether this machine has Swift, installed first where possible: the library alone, of which nothing is started. */
export function findSwift(): boolean {
  if (hasSwift()) return true
  if (!isRootOnDebian()) return false
  console.log('Fetching Swift for the tests of S3 …')
  installDebianPackage('python3-swift')
  return hasSwift()
}

function hasSwift(): boolean {
  const program = 'import swift.common.middleware.s3api.s3api'
  return spawnSync(PYTHON, ['-c', program]).status === 0
}

export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(join(ON_DISK, 'orma-s3-'))
  const port = await freePort()
  let server = await launch()
  let buckets = 0

  /** The server ends when its standard input does, so that it also ends when the tests are killed. */
  async function launch(): Promise<ChildProcess> {
    const { accessKeyId, secretAccessKey } = KEYS
    const args = [PROGRAM, folder, String(port), accessKeyId, secretAccessKey]
    const started = spawn(PYTHON, args, { stdio: 'pipe' })
    const errors = text(started.stderr)
    const isReady = await Promise.race([
      once(started.stdout, 'data').then(() => true),
      once(started, 'exit').then(() => false),
    ])
    if (!isReady) throw new Error(`no S3 server: ${await errors}`)
    return started
  }

  return {
    port,
    async makeBucket() {
      buckets += 1
      const endpoint = `http://127.0.0.1:${port}`
      const settings = {
        endpoint,
        bucket: `bucket-${buckets}`,
        region: 'us-east-1',
        publicUrl: undefined,
        ...KEYS,
      }
      // Asked again after a slow answer, it is ours already.
      await createS3Calls(settings)({ method: 'PUT', expected: [409] }, (answer) =>
        answer.arrayBuffer(),
      )
      return settings
    },
    async kill9() {
      const exited = once(server, 'exit')
      server.kill('SIGKILL')
      await exited
    },
    async restart() {
      server = await launch()
    },
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const exited = once(server, 'exit')
        server.stdin?.end()
        await exited
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The settings of a server whose photos lie in this bucket. */
export function s3Environment(bucket: S3Settings): Record<string, string> {
  return {
    S3_ENDPOINT: bucket.endpoint,
    S3_BUCKET: bucket.bucket,
    S3_REGION: bucket.region,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
}
