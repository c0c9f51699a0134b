import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from './settings/read-settings.ts'
import { sql } from './db/sql.ts'
import type { Queries } from './db/sql.ts'

const SECRET_BYTES = 32

/** The key of this installation's keyed hashes, in a file: made once, readable by the server's user alone. */
export function openSecret(dataDir: string): Buffer {
  const file = secretFile(dataDir)
  if (!existsSync(file)) writeSecret(file, randomBytes(SECRET_BYTES))
  const secret = readFileSync(file)
  if (secret.length !== SECRET_BYTES) {
    throw new OperatorError(`${file} is damaged: it must have ${SECRET_BYTES} bytes.`)
  }
  return secret
}

/** The same where several processes share a database, each perhaps with a folder of its own: made by the first of them. */
export async function readSharedSecret(db: Queries): Promise<Buffer> {
  const made = randomBytes(SECRET_BYTES).toString('hex')
  await db.run(sql`
    insert into secrets (name, value) values ('key', ${made}) on conflict (name) do nothing`)
  const row = await db.get<{ value: string }>(sql`select value from secrets where name = 'key'`)
  return Buffer.from(row?.value ?? made, 'hex')
}

/** The key that one of the above has made; undefined where none was made yet. Makes none. */
export async function findSecret(
  db: Queries,
  { isShared, dataDir }: { isShared: boolean; dataDir: string },
): Promise<Buffer | undefined> {
  if (!isShared) return existsSync(secretFile(dataDir)) ? openSecret(dataDir) : undefined
  const row = await db.get<{ value: string }>(sql`select value from secrets where name = 'key'`)
  return row && Buffer.from(row.value, 'hex')
}

/** Has this be the key from now on, where no server runs. */
export async function storeSecret(
  tx: Queries,
  { isShared, dataDir }: { isShared: boolean; dataDir: string },
  secret: Uint8Array,
): Promise<void> {
  await tx.run(sql`delete from secrets where name = 'key'`)
  if (!isShared) return writeSecret(secretFile(dataDir), secret)
  await tx.run(
    sql`insert into secrets (name, value) values ('key', ${Buffer.from(secret).toString('hex')})`,
  )
}

function secretFile(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

function writeSecret(file: string, secret: Uint8Array): void {
  const draft = `${file}.${process.pid}`
  const handle = openSync(draft, 'w', 0o600)
  writeSync(handle, secret)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(draft, file)
}
