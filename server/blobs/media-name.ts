import { randomBytes } from 'node:crypto'

/** A new unguessable name for an image: 128 random bits as 32 lower-case hexadecimal digits, fit for keys and addresses. */
export function newMediaName(): string {
  return randomBytes(16).toString('hex')
}
