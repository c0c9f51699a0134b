import { describe, expect, it, onTestFinished } from 'vitest'
import { createProviderSms, postToProvider } from '../../../server/sms/provider-call.ts'
import type { SmsMessage } from '../../../server/sms/provider-call.ts'
import { startSmsProvider } from '../../support/sms-providers.ts'
import type { ProviderReply } from '../../support/sms-providers.ts'

/** Far above what an answer takes, so that only a provider without one is given up. */
const TIME_LIMIT_MS = 1_000
const REQUEST = { headers: {}, body: 'message' }

async function startProvider(reply: ProviderReply) {
  const provider = await startSmsProvider(() => reply)
  onTestFinished(() => provider.close())
  return provider
}

/** An address where nobody listens. */
async function closedAddress(): Promise<string> {
  const provider = await startSmsProvider(() => 'nothing')
  await provider.close()
  return provider.url
}

describe('createProviderSms', () => {
  it.each([
    ['nothing', 'Provider did not answer in time.'],
    ['cut', 'The connection to Provider broke off (UND_ERR_SOCKET).'],
  ] as const)('F8: sends once and gives up where the answer is %s', async (reply, message) => {
    const { url, requests } = await startProvider(reply)
    const sms = createProviderSms(async (_message, signal) => {
      await postToProvider('Provider', url, REQUEST, signal)
    }, TIME_LIMIT_MS)
    await expect(sms.send('15550001111', 'text')).rejects.toMatchObject({
      fault: 'unclear',
      message,
    })
    expect(requests).toHaveLength(1)
  })

  it('F8: tries the same message once more where there was no connection', async () => {
    const { url, requests } = await startProvider({ status: 200 })
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
