import { createServer } from 'node:http'
import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { postAlert } from '../../../server/alerts/alert-webhook.ts'
import { followAlerts } from '../../../server/alerts/alerts.ts'
import type { AlertNews } from '../../../server/alerts/alerts.ts'
import { startWatch } from '../../../server/alerts/watch.ts'
import { readConfig } from '../../../server/config.ts'
import { sql } from '../../../server/db/sql.ts'
import { createLog } from '../../../server/log.ts'
import { freshDatabase } from '../../support/fixtures.ts'
import { listenAnywhere } from '../../support/listening.ts'
import { startSmsProvider } from '../../support/sms-providers.ts'

const MINUTE_MS = 60_000
const FULL = { name: 'disk:one', title: 'The disk is nearly full', message: 'Make room.' }
const NO_ROOM = { freeBytes: 0, totalBytes: 1, freeShare: 0, isLow: true, isFull: true }
const log = createLog('silent')
const { db } = freshDatabase()

/** A process that looks, and what it told. */
function aProcess(answers: () => void = () => undefined) {
  const told: string[] = []
  const tell = async ({ name, state }: AlertNews) => {
    answers()
    told.push(`${name} ${state}`)
  }
  const look = (minute: number, seen = [FULL]) =>
    followAlerts({ db, tell, log }, seen, minute * MINUTE_MS)
  return { told, look }
}

describe('the operator', () => {
  it('is told once of trouble that stays, and once that it is over', async () => {
    const { told, look } = aProcess()
    for (let minute = 0; minute < 10; minute += 1) await look(minute)
    expect(told).toEqual(['disk:one begins'])
    for (let minute = 10; minute < 20; minute += 1) await look(minute, [])
    expect(told).toEqual(['disk:one begins', 'disk:one ends'])
  })

  it('hears of it from one of two processes that see it', async () => {
    const [one, other] = [aProcess(), aProcess()]
    for (let minute = 0; minute < 3; minute += 1) {
      await Promise.all([one.look(minute), other.look(minute)])
    }
    // It is not over for as long as one of them sees it.
    for (let minute = 3; minute < 20; minute += 1) {
      await Promise.all([one.look(minute), other.look(minute, [])])
    }
    expect([...one.told, ...other.told]).toEqual(['disk:one begins'])
    for (let minute = 20; minute < 30; minute += 1) {
      await Promise.all([one.look(minute, []), other.look(minute, [])])
    }
    expect([...one.told, ...other.told]).toEqual(['disk:one begins', 'disk:one ends'])
  })

  it('is told later where they could not be told at once', async () => {
    let isAway = true
    const { told, look } = aProcess(() => {
      if (isAway) throw new Error('away')
    })
    await look(0)
    isAway = false
    await look(1)
    expect(told).toEqual(['disk:one begins'])
  })

  it('is not told of what was over before they could be told', async () => {
    let isAway = true
    const { told, look } = aProcess(() => {
      if (isAway) throw new Error('away')
    })
    await look(0)
    await look(5, [])
    isAway = false
    await look(6, [])
    expect(told).toEqual([])
  })
})

const secret = 'k'.repeat(32)

it('a server that stops tells to the end what it has begun to tell', async () => {
  const answer = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const provider = createServer((_request, response) => {
    asked.resolve()
    void answer.promise.then(() => response.end())
  })
  const url = `http://127.0.0.1:${await listenAnywhere(provider)}`
  onTestFinished(() => void provider.close())
  const alertEnv = { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }
  const stop = startWatch({
    config: readConfig({ DATA_DIR: '/tmp', ...alertEnv }),
    db,
    metrics: new Registry(),
    readSpace: async () => NO_ROOM,
    storageLimits: { ofAll: undefined, ofEvent: undefined },
    log,
    now: Date.now,
  })
  await asked.promise
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await db.all(sql`select name from alerts`)
  expect(isStopped).toBe(false)
  answer.resolve()
  await stopped
})

it('a server tells once of a full disk on which it can note nothing', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { url, requests } = await startSmsProvider(() => ({ status: 200 }))
  await db.run(sql`alter table alerts rename to away`)
  let space = NO_ROOM
  const lines: string[] = []
  const stop = startWatch({
    config: readConfig({ DATA_DIR: '/tmp', ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret }),
    db,
    metrics: new Registry(),
    readSpace: async () => space,
    storageLimits: { ofAll: undefined, ofEvent: undefined },
    log: { ...log, warn: (line) => void lines.push(line) },
    now: Date.now,
  })
  for (let looks = 1; looks < 4; looks += 1) {
    await expect.poll(() => lines.length).toBe(looks)
    await expect.poll(() => requests.length).toBe(1)
    if (looks === 3) {
      await db.run(sql`alter table away rename to alerts`)
      space = { ...NO_ROOM, isLow: false, isFull: false }
    }
    await vi.advanceTimersByTimeAsync(MINUTE_MS)
  }
  await expect.poll(() => requests.length).toBe(2)
  await stop()
  expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    expect.objectContaining({ title: expect.stringMatching(/ is full$/), state: 'begins' }),
    expect.objectContaining({ title: expect.stringMatching(/^Over: .* is full$/), state: 'ends' }),
  ])
})

describe('what is posted', () => {
  it('is a message as Gotify takes it, signed, and says when it is over', async () => {
    const { url, requests } = await startSmsProvider(() => ({ status: 200 }))
    await postAlert({ url, secret }, { ...FULL, state: 'begins', since: 0 })
    await postAlert({ url, secret }, { ...FULL, state: 'ends', since: 0 })
    const bodies = requests.map(({ body }) => JSON.parse(body) as unknown)
    const since = '1970-01-01T00:00:00.000Z'
    const { title, message, name: alert } = FULL
    expect(bodies).toEqual([
      { title, message, priority: 8, alert, state: 'begins', since },
      {
        title: `Over: ${title}`,
        message: `It was so since ${since}.`,
        priority: 3,
        alert,
        state: 'ends',
        since,
      },
    ])
    expect(requests[0]?.headers['webhook-signature']).toMatch(/^v1,/)
  })

  it('counts as untold where the answer is no success', async () => {
    const { url } = await startSmsProvider(() => ({ status: 404 }))
    const posted = postAlert({ url, secret }, { ...FULL, state: 'begins', since: 0 })
    await expect(posted).rejects.toThrow('ALERT_WEBHOOK_URL answered with status 404.')
  })
})
