import { DOOR_HEADER } from '../../contract/limits.ts'

type ReadKey = (event_hash: string) => Promise<string | undefined>

const EVENT_PATH = /^\/events\/([\w-]{22})(\/|$)/
let readKey: ReadKey | undefined

/** Has all calls show what Ormas' doors gave this device: where page and API share an origin, a cookie does. */
export function showDoorKeys(read: ReadKey): void {
  readKey = read
}

/** The header by which a call shows what the Orma's door gave this device; none where nothing is to be shown. */
export async function doorHeader(path: string, body?: object): Promise<Record<string, string>> {
  const named = body && 'event_hash' in body ? body.event_hash : undefined
  return keyHeader(EVENT_PATH.exec(path)?.[1] ?? named)
}

/** The same, of this Orma. */
export async function keyHeader(event_hash: unknown): Promise<Record<string, string>> {
  if (!readKey || typeof event_hash !== 'string') return {}
  const key = await readKey(event_hash)
  return key === undefined ? {} : { [DOOR_HEADER]: key }
}
