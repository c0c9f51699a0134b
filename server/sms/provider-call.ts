import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { skewOfDate } from '../settings/clock-skew.ts'
import { SmsNotTaken } from './sms-sender.ts'
import type { SmsSender } from './sms-sender.ts'

/** For both tries together; with the rest of its work the API answers within 10 s. */
const TIME_LIMIT_MS = 8_000
const SECOND_TRY_AFTER_MS = 500

const NO_CONNECTION = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

export interface SmsMessage {
  /** The same at both tries. */
  id: string
  /** Digits with the calling code. */
  phone: string
  text: string
}

/** One request that hands a message over. Rejects with SmsNotTaken. */
type Hand = (message: SmsMessage, signal: AbortSignal) => Promise<void>

/**
 * A sender that gives up in time. It tries a second time only where the first surely was not taken, so that nobody gets two
 * messages for one.
 */
export function createProviderSms(hand: Hand, timeLimitMs = TIME_LIMIT_MS): SmsSender {
  return {
    async send(phone, text) {
      const message = { id: randomUUID(), phone, text }
      const signal = AbortSignal.timeout(timeLimitMs)
      try {
        await hand(message, signal)
      } catch (error) {
        if (!(error instanceof SmsNotTaken) || !isWorthAnother(error)) throw error
        await wait(SECOND_TRY_AFTER_MS)
        if (signal.aborted) throw error
        await hand(message, signal)
      }
    },
  }
}

function isWorthAnother({ fault }: SmsNotTaken): boolean {
  return fault === 'busy' || fault === 'unreachable'
}

interface ProviderRequest {
  headers: Readonly<Record<string, string>>
  body: string
}

export interface ProviderAnswer {
  status: number
  /** Parsed from JSON; undefined where it is none. */
  body: unknown
  /** How far the clock of this machine is off, which it may be refused for; undefined: it is right. */
  skew?: string | undefined
}

/** POSTs to a provider, whatever it answers. Rejects with SmsNotTaken where no answer came. */
export async function postToProvider(
  provider: string,
  url: string,
  { headers, body }: ProviderRequest,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      // On a connection that was kept, the provider may hang up just as the message is sent: whether it was taken is unclear then.
      headers: { ...headers, connection: 'close' },
      body,
      signal,
      // A redirected message would go to a host that the operator did not name.
      redirect: 'manual',
    })
    const skew = skewOfDate(response.headers.get('date'))
    return { status: response.status, body: parsed(await response.text()), skew }
  } catch (error) {
    throw noAnswer(provider, error)
  }
}

function noAnswer(provider: string, error: unknown): SmsNotTaken {
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    return new SmsNotTaken('unclear', `${provider} did not answer in time.`)
  }
  const code = causeOf(error)
  return NO_CONNECTION.includes(code)
    ? new SmsNotTaken('unreachable', `${provider} cannot be reached (${code}).`)
    : new SmsNotTaken('unclear', `The connection to ${provider} broke off (${code}).`)
}

/** The code of what `fetch` failed of. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page, or nothing: the status says enough.
    return undefined
  }
}

/** What a status says of a message, where the provider's own code says nothing better. */
export function faultOfStatus(status: number): 'busy' | 'account' | 'unclear' {
  if (status === 429) return 'busy'
  return status >= 500 ? 'unclear' : 'account'
}
