import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { listenAnywhere } from './listening.ts'

export interface ProviderRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** What is answered: as JSON, with other headers; nothing at all; or a connection that is cut. */
export type ProviderReply =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | 'nothing'
  | 'cut'

/** A server in the place of a provider's. */
export interface SmsProvider {
  url: string
  /** Read as a whole, oldest first. */
  requests: ProviderRequest[]
}

/** For the test that runs. */
export async function startSmsProvider(
  reply: (request: ProviderRequest) => ProviderReply,
): Promise<SmsProvider> {
  const requests: ProviderRequest[] = []
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = '', url: path = '', headers } = incoming
    const request = { method, path, headers, body: await text(incoming) }
    requests.push(request)
    const said = reply(request)
    if (said === 'nothing') return
    if (said === 'cut') return void incoming.socket.destroy()
    outgoing.writeHead(said.status, { 'content-type': 'application/json', ...said.headers })
    outgoing.end(said.body === undefined ? '' : JSON.stringify(said.body))
  }
  const server = createServer((...exchange) => void answer(...exchange))
  const url = `http://127.0.0.1:${await listenAnywhere(server)}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url, requests }
}

export const TWILIO = {
  accountSid: `AC${'0a'.repeat(16)}`,
  authToken: 'auth-token',
  apiKey: `SK${'1b'.repeat(16)}`,
  apiSecret: 'api-secret',
  from: '+15005550006',
}

/** Of the account's own token, but for Twilio's address. */
export const TWILIO_SETTINGS = {
  accountSid: TWILIO.accountSid,
  user: TWILIO.accountSid,
  password: TWILIO.authToken,
  from: TWILIO.from,
}

/**
 * Numbers at which Twilio's test credentials fail, and others of its documented errors, each with its status
 * (https://www.twilio.com/docs/iam/test-credentials, https://www.twilio.com/docs/api/errors).
 */
const TWILIO_ERRORS: Readonly<Record<string, [status: number, code: number]>> = {
  '+15005550001': [400, 21211],
  '+15005550002': [400, 21612],
  '+15005550003': [400, 21408],
  '+15005550004': [400, 21610],
  '+15005550009': [400, 21614],
  '+15005550011': [400, 21608],
  '+15005550012': [400, 30999],
  '+15005550013': [429, 20429],
  '+15005550014': [429, 63038],
}

/** Answers as Twilio's Messages API does, to an account's token or its API key. */
export function replyAsTwilio({ method, path, headers, body }: ProviderRequest): ProviderReply {
  if (method !== 'POST' || path !== `/2010-04-01/Accounts/${TWILIO.accountSid}/Messages.json`) {
    return twilioError(404, 20404)
  }
  const users = [
    [TWILIO.accountSid, TWILIO.authToken],
    [TWILIO.apiKey, TWILIO.apiSecret],
  ].map((pair) => `Basic ${Buffer.from(pair.join(':')).toString('base64')}`)
  if (!users.includes(headers.authorization ?? '')) return twilioError(401, 20003)
  const form = new URLSearchParams(body)
  const to = form.get('To') ?? ''
  if (!/^\+\d{7,15}$/.test(to)) return twilioError(400, 21211)
  const isFromKnown = form.get('From') === TWILIO.from || form.has('MessagingServiceSid')
  if (!isFromKnown) return twilioError(400, 21606)
  const wrong = TWILIO_ERRORS[to]
  if (wrong) return twilioError(...wrong, to)
  return {
    status: 201,
    body: { sid: `SM${'2c'.repeat(16)}`, status: 'queued', error_code: null, to },
  }
}

function twilioError(status: number, code: number, to = ''): ProviderReply {
  const more_info = `https://www.twilio.com/docs/errors/${code}`
  return { status, body: { code, message: `The 'To' number ${to} is refused.`, more_info, status } }
}

export const VONAGE = { apiKey: 'abcd1234', apiSecret: 'abcdef0123456789', from: 'Orma' }

/** Answers as Vonage's SMS API does, always with 200: a phone that ends in 9 and two digits gets their status. */
export function replyAsVonage({ method, path, body }: ProviderRequest): ProviderReply {
  if (method !== 'POST' || path !== '/sms/json') return { status: 404 }
  const form = new URLSearchParams(body)
  const isKnown =
    form.get('api_key') === VONAGE.apiKey && form.get('api_secret') === VONAGE.apiSecret
  if (!isKnown) return vonageStatus('4', 'Bad Credentials')
  const to = form.get('to')
  if (!to || !form.get('from') || !form.get('text')) return vonageStatus('2', 'Missing Parameters')
  const [, wrong] = /9(\d\d)$/.exec(to) ?? []
  if (wrong) return vonageStatus(String(Number(wrong)), `Refused to send to ${to}`)
  return {
    status: 200,
    body: { 'message-count': '1', messages: [{ to, 'message-id': '0A00', status: '0' }] },
  }
}

function vonageStatus(status: string, words: string): ProviderReply {
  return {
    status: 200,
    body: { 'message-count': '1', messages: [{ status, 'error-text': words }] },
  }
}
