import type { Check } from '../../contract/admin.ts'
import type { Config } from '../config.ts'
import { withinTime } from '../outages.ts'

/** Who looks waits no longer for the clock of another machine. */
const CLOCK_MS = 2_000

export interface HostCheckParts {
  config: Config
  /** The clocks of other machines: whose, and how far they are from this one's in words; undefined: they agree. */
  clocks: readonly { whose: string; readSkew: () => Promise<string | undefined> }[]
  /** What is missing to make guests' videos; undefined: nothing. */
  missingForVideos: () => Promise<string | undefined>
}

/** The request by which somebody looks. */
interface Looked {
  headers: Headers
  /** Whom it comes from, as limits count it. */
  address: string
}

/** What of `npm run check-host` can be seen from inside. */
export async function checkHost(parts: HostCheckParts, looked: Looked): Promise<Check[]> {
  const { config, clocks } = parts
  const found = [
    checkAddress(config),
    checkProxies(config, looked),
    checkSms(config),
    await checkVideos(parts),
    ...(await Promise.all(clocks.map(checkClock))),
  ]
  return found.filter((check) => check !== undefined)
}

function checkAddress({ publicUrl }: Config): Check {
  const what = 'Address'
  if (publicUrl === undefined) {
    return wrong(what, 'PUBLIC_URL is not set. Set it to the address that people use.')
  }
  if (publicUrl.startsWith('https:')) return good(what, `${publicUrl}.`)
  return wrong(
    what,
    `${publicUrl} is plain HTTP. Have a proxy with a certificate in front: browsers keep photos offline only so.`,
  )
}

function checkProxies({ trustedProxies }: Config, { headers, address }: Looked): Check {
  const what = 'Proxy'
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').filter((hop) => hop.trim())
  if (trustedProxies === 0 && hops.length > 0) {
    return wrong(
      what,
      'X-Forwarded-For comes and TRUST_PROXY is 0, so all guests count as one address. Set it to the number of proxies in front.',
    )
  }
  if (hops.length < trustedProxies) {
    return wrong(
      what,
      `TRUST_PROXY is ${trustedProxies}, and X-Forwarded-For names ${hops.length}. Have each proxy set it, or set the number of those that do.`,
    )
  }
  return good(what, `You come from ${address}. If that is not yours, see TRUST_PROXY.`)
}

function checkSms({ sms }: Config): Check {
  const what = 'Sign-in codes'
  if (sms.provider !== 'console') return good(what, `They are sent by ${sms.provider}.`)
  if (sms.isChosen) return good(what, 'They are written to the log, as ALLOW_CONSOLE_SMS has it.')
  return wrong(what, 'They are written to the log, and nobody gets an SMS. Set SMS_PROVIDER.')
}

async function checkVideos({
  missingForVideos,
  config,
}: HostCheckParts): Promise<Check | undefined> {
  const what = 'Videos'
  // A worker may have what this process lacks.
  if (config.role === 'web') return undefined
  const missing = await missingForVideos()
  if (missing === undefined) return good(what, 'ffmpeg is there.')
  return wrong(what, `${missing} is missing: only videos in H.264 are taken. Install ffmpeg.`)
}

async function checkClock({
  whose,
  readSkew,
}: HostCheckParts['clocks'][number]): Promise<Check | undefined> {
  const what = 'Clock'
  try {
    const skew = await withinTime('clock', readSkew(), CLOCK_MS)
    if (!skew) return good(what, `It agrees with ${whose}.`)
    return wrong(
      what,
      `It differs from ${whose}: ${skew}. Have both set their time by the network.`,
    )
  } catch {
    // Who does not answer is told of elsewhere.
    return undefined
  }
}

function good(what: string, text: string): Check {
  return { what, isGood: true, text }
}

function wrong(what: string, text: string): Check {
  return { what, isGood: false, text }
}
