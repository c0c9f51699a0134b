import { expect, it, onTestFinished } from 'vitest'
import { startOrma } from '../support/orma-server.ts'
import { startSmsProvider } from '../support/sms-providers.ts'

it('F8: answers 503 within 10 seconds where the provider does not answer at all', async () => {
  const gateway = await startSmsProvider(() => 'nothing')
  const orma = await startOrma({
    env: {
      SMS_PROVIDER: 'webhook',
      SMS_WEBHOOK_URL: gateway.url,
      SMS_WEBHOOK_SECRET: '0123456789abcdef0123456789abcdef',
    },
  })
  onTestFinished(() => orma.close())
  const response = await fetch(`${orma.url}/api/users/register/start`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '15550001111' }),
    signal: AbortSignal.timeout(10_000),
  })
  expect([response.status, await response.json()]).toEqual([
    503,
    {
      success: false,
      error: 'No code can be sent right now. Please try again later.',
      code: 'sms_unavailable',
    },
  ])
  // Before it the server asked for the gateway's clock.
  expect(gateway.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
