import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { diskAlert } from '../../../server/alerts/find-trouble.ts'
import { readConfig } from '../../../server/config.ts'
import { sql } from '../../../server/db/sql.ts'
import { readOverview } from '../../../server/operator/overview.ts'
import { freshDatabase } from '../../support/fixtures.ts'

const { db } = freshDatabase()

const read = async (env: Record<string, string> = {}, freeBytes = 1e12) => {
  const parts = {
    config: readConfig({ DATA_DIR: '/tmp', ...env }),
    db,
    metrics: new Registry(),
    now: () => 2,
    readSpace: async () => ({
      freeBytes,
      totalBytes: 2e12,
      freeShare: 0.5,
      isLow: freeBytes === 0,
      isFull: freeBytes === 0,
    }),
    clocks: [],
    missingForVideos: async () => undefined,
  }
  return readOverview(parts, { headers: new Headers(), address: '' })
}

it('does not say that all is well while there is no backup', async () => {
  expect((await read()).alerts).toMatchObject([{ title: 'There is no backup yet' }])
  await addBackup()
  expect((await read()).alerts).toEqual([])
})

it('says that the disk is full where nothing can be noted of it', async () => {
  await addBackup()
  expect((await read({}, 0)).alerts).toMatchObject([{ title: expect.stringMatching(/ is full$/) }])
  const { name, title, message } = diskAlert({ freeBytes: 63e6, isFull: false })
  await db.run(sql`
    insert into alerts (name, title, message, since, seen_at)
    values (${name}, ${title}, ${message}, 1, 1)`)
  expect((await read({}, 0)).alerts).toEqual([{ ...diskNow(), since: '1970-01-01T00:00:00.001Z' }])
  expect((await read()).alerts).toMatchObject([{ title }])
})

it('says of many full Ormas in one line', async () => {
  await addBackup()
  for (let id = 0; id < 7; id += 1) {
    await db.run(sql`
      insert into alerts (name, title, message, since, seen_at)
      values (${`full-orma:${id}`}, 'An Orma is full', '', 1, 1)`)
  }
  expect((await read()).alerts).toMatchObject([{ title: 'An Orma is full, and 6 more' }])
})

it('says as a fact that codes are in the log where that is chosen', async () => {
  const isGood = async (env?: Record<string, string>) =>
    (await read(env)).checks.find(({ what }) => what === 'Sign-in codes')?.isGood
  expect([await isGood(), await isGood({ ALLOW_CONSOLE_SMS: '1' })]).toEqual([false, true])
})

const addBackup = () => db.run(sql`insert into last_backup (id, made_at) values (1, 1)`)

function diskNow() {
  const { title, message } = diskAlert({ freeBytes: 0, isFull: true })
  return { title, message }
}
