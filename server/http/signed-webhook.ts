import { createHmac } from 'node:crypto'

/**
 * The headers of a message to an address of the operator's, signed as Standard Webhooks has it (https://www.standardwebhooks.com).
 * `id` is the same whenever the same message is sent again.
 */
export function signedHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`)
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature.digest('base64')}`,
  }
}
