import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scanLogs } from '../../scripts/scan-logs.ts'

const PHONE = '15550001111'
/** As the server makes them, of 16 and of 32 bytes. */
const ID = 'dX4-q1ZtR8_bN0cYw7uPkA'
const TOKEN = 'kTz0Qe7Lw-3VbYc9HsXr_1mNf5Jd8GaUp2iRo6BxC4E'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orma-logs-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function scan(...lines: string[]) {
  await writeFile(join(folder, '1.log'), lines.join('\n'))
  await writeFile(join(folder, '1.phones'), `15559998888\n${PHONE}\n`)
  return scanLogs(folder)
}

it.each([
  ['an event_hash or request_id', ID, (secret: string) => `GET /events/${secret}/posts`],
  ['a token', TOKEN, (secret: string) => `{"error":"unknown token ${secret}"}`],
  ['a phone', PHONE, (secret: string) => `{"details":"Key (phone)=(${secret}) already exists."}`],
  ['a phone', PHONE, (secret: string) => `cannot send to +${secret}`],
  ['a code', '0815', (secret: string) => `{"message":"${secret} is your Orma code"}`],
  ['a code', '0815', (secret: string) => `{"body":{"code":"${secret}"}}`],
])('X16: finds %s in a log, and does not show it again', async (kind, secret, lineWith) => {
  const { leaks } = await scan('{"message":"fine"}', lineWith(secret), lineWith(secret))
  expect(leaks).toEqual([expect.stringContaining(`${kind}: `)])
  expect(leaks.join('')).not.toContain(secret)
})

it('X16: takes nothing for a secret that is none', async () => {
  const { lines, leaks } = await scan(
    `{"time":"2026-06-20T18:30:00.000Z","level":"info","message":"request","id":"${crypto.randomUUID()}"}`,
    'at process.processTicksAndRejections (node:internal/process/task_queues:104:5)',
    '{"route":"/events/{event_hash}/posts/{page}","ms":1782066600000,"bytes":15550001112}',
    `{"error":"${'A'.repeat(22)} ${'f0'.repeat(16)}"}`,
    '{"code":"no_route","status":404}',
  )
  expect([lines, leaks]).toEqual([5, []])
})
