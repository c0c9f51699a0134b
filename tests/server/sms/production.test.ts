import { expect, it, onTestFinished } from 'vitest'
import { api } from '../../../contract/api.ts'
import { createApiClient } from '../../support/api-client.ts'
import { startOrma } from '../../support/orma-server.ts'
import { startSmsProvider } from '../../support/sms-providers.ts'

it('X4: a server in production sends 20 of 50 codes to neighbouring numbers', async () => {
  const gateway = await startSmsProvider(() => ({ status: 204 }))
  const orma = await startOrma({
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://photos.example.org:8443',
      SMS_PROVIDER: 'webhook',
      SMS_WEBHOOK_URL: gateway.url,
      SMS_WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef',
      SMS_COUNTRIES: '1,44',
      LOG_LEVEL: 'silent',
    },
  })
  onTestFinished(() => orma.close())
  const client = createApiClient(orma)
  const start = (phone: string) => client.call(api.startRegistration, { json: { phone } })

  for (let index = 0; index < 50; index += 1) {
    const { status } = await start(`15550001${String(index).padStart(3, '0')}`)
    expect([index, status]).toEqual([index, index < 20 ? 200 : 429])
  }
  expect((await start('33612345678')).body).toMatchObject({ code: 'sms_country' })
  expect((await start('19002000000')).body).toMatchObject({ code: 'invalid_field' })
  // Besides, its clock was asked for.
  const sent = gateway.requests.filter(({ method }) => method === 'POST')
  expect(sent).toHaveLength(20)
  const { text } = JSON.parse(sent[0]!.body) as { text: string }
  expect(text).toMatch(/^(\d{4}) is your Orma code\n\n@photos\.example\.org #\1$/)
  expect(orma.lines.filter((line) => line.startsWith('SMS to'))).toEqual([])

  const metrics = await (await fetch(`${orma.url}/metrics`)).text()
  for (const line of [
    'orma_sms_sent_total 20',
    'orma_sms_failed_total{reason="account"} 0',
    'orma_sms_blocked_total{reason="number_block"} 30',
    'orma_sms_blocked_total{reason="country"} 1',
    'orma_sms_blocked_total{reason="premium"} 1',
  ]) {
    expect(metrics).toContain(`\n${line}\n`)
  }
})
