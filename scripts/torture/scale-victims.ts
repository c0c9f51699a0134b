import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createS3BlobStore } from '../../server/blobs/s3-blob-store.ts'
import { createS3Calls } from '../../server/blobs/s3-calls.ts'
import type { BlobStore } from '../../server/blobs/blob-store.ts'
import { installProxy, makeCertificate, startProxy } from '../../tests/support/deploy-proxies.ts'
import type { DeployProxy } from '../../tests/support/deploy-proxies.ts'
import { findPostgres } from '../../tests/support/find-postgres.ts'
import { startOrma } from '../../tests/support/orma-server.ts'
import type { OrmaServer } from '../../tests/support/orma-server.ts'
import { startPostgres } from '../../tests/support/postgres-server.ts'
import type { PostgresServer } from '../../tests/support/postgres-server.ts'
import { findSwift, startS3Server } from '../../tests/support/s3-server.ts'
import type { S3Server } from '../../tests/support/s3-server.ts'
import type { Victim } from './server-victims.ts'

/** An installation of several machines, each with a folder of its own: what they share is PostgreSQL and a bucket. */
export interface ScaledOut {
  /** Origin that people use: nginx, in front of two web processes. */
  url: string
  webs: readonly OrmaServer[]
  workers: readonly OrmaServer[]
  databaseAddress: string
  /** Killed at any time. */
  processes: readonly Victim[]
  /** Killed once each. */
  stores: readonly Victim[]
  blobs: BlobStore
  close: () => Promise<void>
}

/** What this machine lacks for it, installed first where possible; undefined: nothing. */
export function missingForScale(): string | undefined {
  const lacks = [
    ...(findPostgres() === undefined ? ['postgresql'] : []),
    ...(findSwift() ? [] : ['python3-swift']),
    ...(installProxy('nginx') ? [] : ['nginx']),
  ]
  return lacks.length === 0 ? undefined : lacks.join(', ')
}

export async function startScaledOut(): Promise<ScaledOut> {
  const folder = await mkdtemp(join(tmpdir(), 'orma-scale-'))
  const ormas: OrmaServer[] = []
  let postgres: PostgresServer | undefined
  let s3: S3Server | undefined
  let proxy: DeployProxy | undefined
  async function close(): Promise<void> {
    await proxy?.close()
    await Promise.all(ormas.map((orma) => orma.close()))
    await Promise.all([postgres?.stop(), s3?.stop()])
    await rm(folder, { recursive: true, force: true })
  }

  try {
    const binaries = findPostgres()
    if (binaries === undefined) throw new Error('no PostgreSQL on this machine')
    ;[postgres, s3] = await Promise.all([
      startPostgres(binaries, { isDurable: true }),
      startS3Server(),
    ])
    const bucket = await s3.makeBucket()
    const databaseUrl = postgres.urlOf('postgres')
    for (const ROLE of ['web', 'web', 'worker', 'worker']) {
      const env = {
        ROLE,
        TRUST_PROXY: '1',
        S3_ENDPOINT: bucket.endpoint,
        S3_BUCKET: bucket.bucket,
        S3_REGION: bucket.region,
        S3_ACCESS_KEY_ID: bucket.accessKeyId,
        S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      }
      const dataDir = join(folder, `${ROLE}-${ormas.length}`)
      ormas.push(await startOrma({ databaseUrl, dataDir, env }))
    }
    const webs = ormas.slice(0, 2)
    const workers = ormas.slice(2)
    const certificate = makeCertificate(folder)
    const own = join(folder, 'nginx')
    await mkdir(own)
    const [one = 0, two = 0] = webs.map(({ url }) => Number(new URL(url).port))
    proxy = await startProxy('nginx', { folder: own, certificate, upstreams: [one, two] })
    return {
      url: `https://localhost:${proxy.port}`,
      webs,
      workers,
      databaseAddress: databaseUrl,
      processes: ormas,
      stores: [postgres, s3],
      blobs: createS3BlobStore(createS3Calls(bucket), join(folder, 'spool')),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
