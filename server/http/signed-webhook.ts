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

/** What the log says of an answer that is no success; `skew` of the clocks is named where the signature may be refused for it. */
export function refusalText(
  setting: string,
  { status, skew }: { status: number; skew?: string | undefined },
): string {
  const clock = skew && [400, 401, 403].includes(status) ? `: ${skew}` : ''
  return `${setting} answered with status ${status}${clock}.`
}
