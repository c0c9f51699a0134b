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
import { Outage } from '../../../server/outages.ts'
import { freshDatabase } from '../../support/fixtures.ts'
import { freePort, listenAnywhere } from '../../support/listening.ts'
import { startSmsProvider } from '../../support/sms-providers.ts'

const MINUTE_MS = 60_000
const FULL = { name: 'disk:one', title: 'The disk is nearly full', message: 'Make room.' }
const NO_ROOM = { freeBytes: 0, totalBytes: 1, freeShare: 0, isLow: true, isFull: true }
const log = createLog('silent')
const { db } = freshDatabase()

const fullOrmas = (count: number) =>
  Array.from({ length: count }, (_none, id) => ({
    name: `full-orma:${id}`,
    title: `The Orma ${id} is full`,
    message: 'No more photos.',
  }))

/** A process that looks, and what it told. */
function aProcess(answers: () => void = () => undefined) {
  const told: string[] = []
  const news: AlertNews[] = []
  const tell = async (said: AlertNews) => {
    answers()
    told.push(`${said.name} ${said.state}`)
    news.push(said)
  }
  const look = (minute: number, seen = [FULL]) =>
    followAlerts({ db, tell, log }, seen, minute * MINUTE_MS)
  return { told, news, look }
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

  it('is told of each that is new among those of its kind', async () => {
    const { told, look } = aProcess()
    const [old, next] = fullOrmas(2)
    await look(0, [old!])
    await look(1, [old!, next!])
    for (let minute = 2; minute < 10; minute += 1) await look(minute, [next!])
    expect(told).toEqual(['full-orma:0 begins', 'full-orma:1 begins', 'full-orma:0 ends'])
  })

  it('gets one message of many of a kind, also where the first try fails', async () => {
    let isAway = true
    const { told, news, look } = aProcess(() => {
      if (isAway) throw new Error('away')
    })
    await look(0, [FULL, ...fullOrmas(7)])
    isAway = false
    await look(1, [FULL, ...fullOrmas(7)])
    expect(told.toSorted()).toEqual([
      'disk:one begins',
      expect.stringMatching(/^full-orma:\d begins$/),
    ])
    expect(news.find(({ name }) => name !== FULL.name)).toMatchObject({
      title: expect.stringMatching(/^The Orma \d is full, and 6 more$/),
      message: expect.stringMatching(/^No more photos\. (The Orma \d is full, ){5}and more\.$/),
    })
    await look(10, [FULL])
    expect(told.slice(2)).toEqual([expect.stringMatching(/^full-orma:\d ends$/)])
  })

  it('is told that it is over once a clock that was ahead is right again', async () => {
    const { told, look } = aProcess()
    const aheadBy = 2 * 24 * 60
    for (let minute = 0; minute < 3; minute += 1) await look(aheadBy + minute)
    for (let minute = 0; minute < 10; minute += 1) await look(minute, [])
    expect(told).toEqual(['disk:one begins', 'disk:one ends'])
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

  it('may be refused for the clock, which the log says in one line', async () => {
    const date = new Date(Date.now() + 300_000).toUTCString()
    const { url } = await startSmsProvider(() => ({ status: 401, headers: { date } }))
    const error: unknown = await postAlert(
      { url, secret },
      { ...FULL, state: 'begins', since: 0 },
    ).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Outage)
    expect(String(error)).toMatch(/status 401: the clock of this machine is \d+ s behind theirs\.$/)
  })

  it('says what is wrong where nobody answers', async () => {
    const posted = postAlert(
      { url: `http://127.0.0.1:${await freePort()}`, secret },
      { ...FULL, state: 'begins', since: 0 },
    )
    await expect(posted).rejects.toThrow('ALERT_WEBHOOK_URL cannot be reached (ECONNREFUSED).')
  })
})
