import { describe, expect, it } from 'vitest'
import { createS3Calls } from '../../../server/blobs/s3-calls.ts'
import { checkOtherClocks } from '../../../scripts/check-host/other-clocks.ts'
import { checkBucket } from '../../../server/blobs/check-bucket.ts'
import { otherClocks, warnOfClock } from '../../../server/clock.ts'
import { clockSkew } from '../../../server/settings/clock-skew.ts'
import { createWebhookSms } from '../../../server/sms/webhook-sms.ts'
import { startSmsProvider } from '../../support/sms-providers.ts'

const HOUR_MS = 3_600_000
const BEHIND = 'the clock of this machine is 3600 s behind theirs'
/** An answer of a machine whose clock is an hour ahead. */
const refusal = (status: number) => ({
  status,
  headers: { date: new Date(Date.now() + HOUR_MS).toUTCString() },
})
const saysBehind = /the clock of this machine is (3599|3600|3598) s behind theirs/

describe('a clock that is wrong', () => {
  it('is told from one that is a little off', () => {
    expect(clockSkew(HOUR_MS, 0)).toBe(BEHIND)
    expect(clockSkew(0, HOUR_MS)).toBe('the clock of this machine is 3600 s ahead of theirs')
    expect(clockSkew(60_000, 0)).toBeUndefined()
    expect(clockSkew(Number.NaN, 0)).toBeUndefined()
  })

  it('may still agree, and how nearly is what check-host says', async () => {
    const date = new Date(Date.now() - 40_000).toUTCString()
    const gateway = await startSmsProvider(() => ({ status: 404, headers: { date } }))
    const SMS_WEBHOOK_URL = `${gateway.url}/sms`
    const sms = { SMS_PROVIDER: 'webhook', SMS_WEBHOOK_URL, SMS_WEBHOOK_SECRET: 'x'.repeat(32) }
    expect(await checkOtherClocks(sms)).toEqual([
      {
        state: 'good',
        what: 'clock of this machine',
        text: expect.stringMatching(/^within 4[0-9] s of the SMS gateway's$/),
      },
    ])
  })

  it('is what a bucket is said to refuse us for', async () => {
    const { url: endpoint } = await startSmsProvider(() => refusal(403))
    const settings = {
      endpoint,
      bucket: 'photos',
      region: 'here',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      publicUrl: undefined,
    }
    const checking = checkBucket(createS3Calls(settings), settings)
    await expect(checking).rejects.toThrow(saysBehind)
  })

  it('is what a webhook is said to refuse a message for', async () => {
    const { url } = await startSmsProvider(() => refusal(401))
    const sending = createWebhookSms({ url, secret: 'x'.repeat(32) }).send('12025550142', 'Hello')
    await expect(sending).rejects.toThrow(saysBehind)
  })

  it('is warned of as the server starts, and no more than that', async () => {
    const gateway = await startSmsProvider(() => refusal(404))
    const sms = { provider: 'webhook', url: `${gateway.url}/sms`, secret: 'x' } as const
    const warned: string[] = []
    const clocks = otherClocks(undefined, { sms })
    await warnOfClock(clocks, { warn: (message) => void warned.push(message) })
    expect(warned).toEqual([expect.stringMatching(saysBehind)])
    expect(warned[0]).toContain('(the SMS gateway)')
    expect(gateway.requests).toMatchObject([{ method: 'HEAD', path: '/' }])
  })
})
