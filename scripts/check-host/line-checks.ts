import { clockAgreement } from '../../server/settings/clock-skew.ts'
import { ask } from './ask.ts'
import type { Answer } from './ask.ts'
import { good, unseen, wrong } from './finding.ts'
import type { Finding } from './finding.ts'

const DAY_MS = 24 * 60 * 60_000
/** Those who renew by themselves do so a month before. */
const CERTIFICATE_DAYS_MIN = 14
const CLOCK_SKEW_MAX_MS = 60_000

/** The installation as it is looked at. */
export interface Host {
  origin: URL
  /** Whether it is this machine's own, where browsers allow everything without HTTPS. */
  isLocal: boolean
  /** Path of an Orma's link, where one was given. */
  event_hash: string | undefined
  /** Answer to its first page. */
  home: Answer
}

export function checkHttps({ origin, isLocal, home }: Host): Finding {
  if (origin.protocol === 'http:') {
    if (isLocal) return unseen('HTTPS', 'this machine is asked over plain HTTP')
    const todo = 'have a proxy with a certificate in front: browsers allow the offline part only so'
    return wrong('HTTPS', 'the address is plain HTTP', todo)
  }
  const days = Math.floor((Number(home.certificateEnds) - Date.now()) / DAY_MS)
  const seen = `the certificate holds for ${days} days`
  if (days >= CERTIFICATE_DAYS_MIN) return good('HTTPS', seen)
  return wrong('HTTPS', seen, 'see why the proxy does not renew it')
}

/** Whether there is no answer since the certificate is refused, by Node's and OpenSSL's names. */
export function isOfCertificate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /CERT|SIGNATURE/.test(String(error.code))
}

export function distrusted(error: unknown): Finding {
  return wrong(
    'HTTPS',
    `browsers do not trust the certificate (${reasonOf(error)})`,
    'have the proxy use one for this name of an authority that browsers know; to look with one of your own, put NODE_EXTRA_CA_CERTS=/path/to/cert.pem before the command',
  )
}

/** Whether who types the address without its scheme gets to HTTPS. */
export async function checkRedirect({ origin }: Host): Promise<Finding> {
  const what = 'HTTP to HTTPS'
  if (origin.protocol === 'http:' || origin.port !== '') {
    return unseen(what, 'only an address on the usual port has an HTTP side')
  }
  const plain = new URL(origin.href.replace('https:', 'http:'))
  const todo = 'have the proxy send port 80 to HTTPS'
  try {
    const { status, header } = await ask(plain)
    const isRedirect = [301, 302, 307, 308].includes(status)
    if (isRedirect && header('location').startsWith(origin.origin))
      return good(what, 'port 80 leads there')
    return wrong(what, `port 80 answers ${status} ${header('location')}`.trim(), todo)
  } catch (error) {
    return wrong(what, `port 80 does not answer (${reasonOf(error)})`, todo)
  }
}

export async function checkClock({ origin }: Host): Promise<Finding> {
  const { header, cameAt } = await ask(new URL('/healthz', origin))
  const theirMs = Date.parse(header('last-modified'))
  const aheadMs = theirMs - cameAt
  if (Number.isNaN(aheadMs)) {
    const todo = 'have the proxy pass /healthz on, with its Last-Modified'
    return unseen('clock', `the server does not tell it; ${todo}`)
  }
  if (Math.abs(aheadMs) <= CLOCK_SKEW_MAX_MS) {
    return good('clock', clockAgreement(theirMs, 'this machine', cameAt))
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const seen = `it is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine`
  return wrong(
    'clock',
    seen,
    'have both machines set their time by the network (timedatectl set-ntp true)',
  )
}

/** In one line, without what was asked. */
export function reasonOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error]
  if (!(first instanceof Error)) return String(first)
  if (first.name === 'AbortError' || first.name === 'TimeoutError') return 'no answer in time'
  return first.message.split(';')[0] ?? ''
}
