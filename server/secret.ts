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
import { ConfigError } from './config.ts'
import { sql } from './db/sql.ts'
import type { Queries } from './db/sql.ts'

const SECRET_BYTES = 32

/** The key of this installation's keyed hashes, in a file: made once, readable by the server's user alone. */
export function openSecret(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key')
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`
    const handle = openSync(draft, 'w', 0o600)
    writeSync(handle, randomBytes(SECRET_BYTES))
    fsyncSync(handle)
    closeSync(handle)
    renameSync(draft, file)
  }
  const secret = readFileSync(file)
  if (secret.length !== SECRET_BYTES) {
    throw new ConfigError(`${file} is damaged: it must have ${SECRET_BYTES} bytes.`)
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
