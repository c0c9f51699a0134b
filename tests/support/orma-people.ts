import type { Event } from '../../contract/entities.ts'
import type { Database } from '../../server/db/sql.ts'
import { startOrmaApi } from './orma-api.ts'
import type { OrmaApi, Person } from './orma-api.ts'

export interface People {
  api: OrmaApi
  /** Her name is Anna. */
  owner: Person
  /** His name is Ben. */
  guest: Person
  /** Her name is Zoe. */
  stranger: Person
}

export interface OrmaPeople extends People {
  event: Event
}

/** The API with the people of the tests. */
export async function startPeople(watch?: (db: Database) => Database): Promise<People> {
  const api = await startOrmaApi(watch)
  const owner = await api.signUp('15550001', 'Anna')
  const guest = await api.signUp('15550002', 'Ben')
  const stranger = await api.signUp('15550003', 'Zoe')
  return { api, owner, guest, stranger }
}

/** The same people, and an Orma. */
export async function startOrmaPeople(watch?: (db: Database) => Database): Promise<OrmaPeople> {
  const people = await startPeople(watch)
  return { ...people, event: await people.api.createOrma(people.owner) }
}
