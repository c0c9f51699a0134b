import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '../../../contract/api.ts'
import type { User } from '../../../contract/entities.ts'
import type { Line } from './line.ts'
import type { EveningOptions } from './options.ts'

const LOOK_EVERY_MS = 200
const CODE_WAIT_MS = 60_000

export interface Person {
  user: User
  token: string
}

/** Signs the next guest in, by this name; undefined where nobody can. Rejects where it fails. */
export type SignIn = (line: Line, name: string) => Promise<Person | undefined>

/**
 * By codes, which a server with `SMS_PROVIDER=console` writes to its output, each guest is somebody; by tokens of sessions the
 * guests are these people in turns.
 */
export async function createSignIn(
  { codes, tokens }: Pick<EveningOptions, 'codes' | 'tokens'>,
  ending: AbortSignal,
): Promise<SignIn> {
  if (codes) return (line, name) => signInByCode(line, name, codes, ending)
  if (!tokens) return async () => undefined
  const list = (await readFile(tokens, 'utf8')).split(/\s+/).filter(Boolean)
  if (list.length === 0) throw new Error(`${tokens} has no tokens.`)
  let turn = 0
  return async (line) => {
    const token = list[turn++ % list.length] ?? ''
    const { user } = await line.call('sign in: token', api.verifySession, { token })
    return { user, token }
  }
}

async function signInByCode(
  line: Line,
  name: string,
  file: string,
  ending: AbortSignal,
): Promise<Person> {
  // 555 is no area: no phone has this number.
  const phone = `1555${randomInt(1e7).toString().padStart(7, '0')}`
  const { request_id } = await line.call('sign in: start', api.startRegistration, {
    json: { phone },
  })
  const code = await findCode(file, phone, ending)
  const json = { code, phone, request_id, name, email: 'guest@example.com' }
  const { user, token } = await line.call('sign in: code', api.verifyRegistration, { json })
  return { user, token }
}

async function findCode(file: string, phone: string, ending: AbortSignal): Promise<string> {
  const words = new RegExp(`^SMS to ${phone}: (\\d+)`, 'm')
  for (let left = CODE_WAIT_MS; left > 0; left -= LOOK_EVERY_MS) {
    const [, code] = words.exec(await readFile(file, 'utf8')) ?? []
    if (code) return code
    await wait(LOOK_EVERY_MS, undefined, { signal: ending })
  }
  throw new Error(
    `No code for ${phone} came to ${file}: has the server SMS_PROVIDER=console, and does its output go there?`,
  )
}
