import { createApiClient } from '../../../tests/support/api-client.ts'
import type { Person } from '../../../tests/support/api-client.ts'
import { barePostgres } from './bare-postgres.ts'
import { feedWork } from './feed-work.ts'
import { installOnPostgres, installOnSqlite } from './installation.ts'
import type { Installation } from './installation.ts'
import type { Measured, Row } from './measured.ts'
import { recordRows, textOf } from './scale-table.ts'
import { writeWork } from './write-work.ts'

// `bench --scale [100 10000]`: what grows with an Orma's posts and what a second process brings; `--record` writes it down.

const SIZES = [100, 10_000, 200_000]
/** A person has so many likes a minute. */
const GUESTS = 20
const INSTALLATIONS = [installOnSqlite, () => installOnPostgres(1), () => installOnPostgres(2)]

export async function measureScale(
  given: readonly number[],
  { isRecorded }: { isRecorded: boolean },
): Promise<void> {
  if (given.some((size) => !SIZES.includes(size))) throw new Error(`--scale ${SIZES.join(' ')}`)
  const rows: Row[] = []
  for (const posts of given.length > 0 ? given : SIZES) {
    for (const install of INSTALLATIONS) {
      const installation = await install()
      try {
        rows.push(...(await rowsOf(installation, posts)))
      } finally {
        await installation.close()
      }
    }
  }
  console.log(textOf(rows))
  if (isRecorded) recordRows(rows)
}

async function rowsOf(installation: Installation, posts: number): Promise<Row[]> {
  const { database, servers, databaseUrl, fill } = installation
  const [first] = servers
  if (!first) return []
  console.error(`measuring: ${posts} posts, ${database}, ${servers.length} …`)
  const client = createApiClient(first)
  const owner = await client.signUp('Olga')
  const event = await client.createOrma(owner)
  await fill(event, owner, posts)
  const people: Person[] = []
  while (people.length < GUESTS) people.push(await client.signUp(`Guest ${people.length}`))
  const own = [
    ...(await feedWork(installation, event, posts)),
    ...(await writeWork({ installation, client, event, people })),
    ...(databaseUrl && servers.length === 1
      ? await barePostgres(databaseUrl, installation, event.id)
      : []),
  ]
  const isBare = ({ what }: Measured) => what.startsWith('bare')
  return own.map((measured) => ({
    ...measured,
    posts,
    database,
    processes: isBare(measured) ? 0 : servers.length,
  }))
}
