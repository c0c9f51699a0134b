import { describe, expect, it } from 'vitest'
import { createProviderSms, postToProvider } from '../../../server/sms/provider-call.ts'
import type { SmsMessage } from '../../../server/sms/provider-call.ts'
import { freePort } from '../../support/listening.ts'
import { startSmsProvider } from '../../support/sms-providers.ts'

const REQUEST = { headers: {}, body: 'message' }

const closedAddress = async () => `http://127.0.0.1:${await freePort()}`

describe('createProviderSms', () => {
  it('F8: tries the same message once more where there was no connection', async () => {
    const { url, requests } = await startSmsProvider(() => ({ status: 200 }))
    const urls = [await closedAddress(), url]
    const messages: SmsMessage[] = []
    const sms = createProviderSms(async (message, signal) => {
      messages.push(message)
      await postToProvider('Provider', urls[messages.length - 1]!, REQUEST, signal)
    })
    await sms.send('15550001111', 'text')
    expect(messages).toHaveLength(2)
    expect(messages[0]).toBe(messages[1])
    expect(requests).toHaveLength(1)
  })

  it('says that a provider cannot be reached after two tries', async () => {
    const url = await closedAddress()
    let tries = 0
    const sms = createProviderSms(async (_message, signal) => {
      tries += 1
      await postToProvider('Provider', url, REQUEST, signal)
    })
    await expect(sms.send('15550001111', 'text')).rejects.toMatchObject({
      fault: 'unreachable',
      message: 'Provider cannot be reached (ECONNREFUSED).',
    })
    expect(tries).toBe(2)
  })
})
