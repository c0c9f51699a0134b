import { clear, get, set } from 'idb-keyval'
import { deviceDatabase, keyStore } from './device-database.ts'
import { inTime } from './wait.ts'

// What an Orma's door gave this device for the word, by the Orma's hash. Only where the API has another origin than the page: else a
// cookie of the server has it.

const STORE = 'keys'
const store = keyStore(
  deviceDatabase('orma-doors', [(db) => void db.createObjectStore(STORE)]),
  STORE,
)

/** Where storage is in trouble, the word is asked for once more. */
export async function saveDoorKey(event_hash: string, key: string): Promise<void> {
  await inTime(set(event_hash, key, store))
}

export function readDoorKey(event_hash: string): Promise<string | undefined> {
  return inTime(get<string>(event_hash, store))
}

export function forgetDoorKeys(): Promise<void> {
  return clear(store)
}
