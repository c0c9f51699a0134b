import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createWebhookSms } from '../../../server/sms/webhook-sms.ts'
import { startSmsProvider } from '../../support/sms-providers.ts'
import type { ProviderReply } from '../../support/sms-providers.ts'

const SECRET = 'a secret of the operator of 32 letters'.replaceAll(' ', '-')

async function startReceiver(reply: () => ProviderReply) {
  const receiver = await startSmsProvider(reply)
  onTestFinished(() => receiver.close())
  const sms = createWebhookSms({ url: `${receiver.url}/sms?venue=7`, secret: SECRET })
  return { receiver, sms }
}

describe('createWebhookSms', () => {
  it('posts to, text and id, signed with their time as Standard Webhooks has it', async () => {
    const { receiver, sms } = await startReceiver(() => ({ status: 204 }))
    await sms.send('15550001111', '0042 is your Orma code')
    const [{ path, headers, body }] = receiver.requests as [(typeof receiver.requests)[0]]
    expect(path).toBe('/sms?venue=7')
    expect(JSON.parse(body)).toEqual({
      to: '+15550001111',
      text: '0042 is your Orma code',
      id: headers['webhook-id'],
    })
    const timestamp = String(headers['webhook-timestamp'])
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
    const signed = `${String(headers['webhook-id'])}.${timestamp}.${body}`
    const signature = createHmac('sha256', SECRET).update(signed).digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  })

  it('gives two messages two ids, and a second try the same one', async () => {
    const statuses = [503, 200, 429, 200]
    const { receiver, sms } = await startReceiver(() => ({ status: statuses.shift() ?? 500 }))
    await sms.send('15550001111', 'text')
    await sms.send('15550001111', 'text')
    const ids = receiver.requests.map(({ body }) => JSON.parse(body).id as string)
    expect(ids).toEqual([ids[0], ids[0], ids[2], ids[2]])
    expect(ids[0]).not.toBe(ids[2])
  })

  it.each([
    [422, 'number'],
    [401, 'account'],
    [302, 'account'],
    [500, 'unclear'],
  ])('posts once where the answer is %d, and takes it for one of: %s', async (status, fault) => {
    const { receiver, sms } = await startReceiver(() => ({
      status,
      headers: { location: 'https://elsewhere.example/' },
    }))
    await expect(sms.send('15550001111', 'text')).rejects.toMatchObject({ fault })
    expect(receiver.requests).toHaveLength(1)
  })
})

describe('the receiver in docs/deploy/sms.md', () => {
  it('takes what is signed, and refuses other signatures', async () => {
    const url = `http://127.0.0.1:${await runReceiver()}`
    await createWebhookSms({ url, secret: SECRET }).send('15550001111', 'text')
    const forged = createWebhookSms({ url, secret: SECRET.toUpperCase() })
    await expect(forged.send('15550001111', 'text')).rejects.toThrow('status 401')
  })
})

/** Runs the example as a program of its own, on a free port, which is told. */
async function runReceiver(): Promise<number> {
  const page = await readFile(new URL('../../../docs/deploy/sms.md', import.meta.url), 'utf8')
  const [, example = ''] = /```js\n([\s\S]+?)```/.exec(page) ?? []
  const program = example.replace(
    '.listen(9000)',
    `.listen(0, '127.0.0.1', function () { console.log(this.address().port) })`,
  )
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { SMS_WEBHOOK_SECRET: SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    receiver.kill()
    await once(receiver, 'exit')
  })
  const [port] = (await once(receiver.stdout, 'data')) as [Buffer]
  return Number(String(port))
}
