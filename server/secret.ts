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

const SECRET_BYTES = 32

/** The key of this installation's keyed hashes: made once, readable by the server's user alone. */
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
  if (secret.length !== SECRET_BYTES)
    throw new Error(`${file} is damaged: it must have ${SECRET_BYTES} bytes`)
  return secret
}
