import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'
import { SENDS_PER_NUMBER_BLOCK_PER_HOUR, SMS_BREAKER } from '../../contract/limits.ts'
import { MINUTE_MS } from '../limits/limit.ts'
import type { Log } from '../log.ts'
import { SMS_FAULTS, SmsNotTaken } from '../sms/sms-sender.ts'

/** The limits that keep a message from being sent. */
const SMS_BLOCKS = ['country', 'premium', 'number_block', 'daily_budget', 'breaker'] as const
export type SmsBlock = (typeof SMS_BLOCKS)[number]

/** What the log says of a limit that somebody may be attacking. Of the others a guest is told enough. */
const BLOCK_LINES: Partial<Record<SmsBlock, string>> = {
  number_block: `sign-in codes are not sent: more than ${SENDS_PER_NUMBER_BLOCK_PER_HOUR} an hour were asked for in one block of 1,000 numbers. Should nobody there be your guest, leave the country out of SMS_COUNTRIES`,
  daily_budget:
    'sign-in codes are not sent: SMS_DAILY_BUDGET of 24 hours is used up. Raise it if these are your guests',
}
/** So often at most a line is written again: there may be thousands of refusals, which `/metrics` counts. */
const TELL_AGAIN_MS = 15 * MINUTE_MS

/** What the operator is told of sign-in codes, in the log and in `/metrics`; never a phone or a code. */
export interface SmsReport {
  sent: () => void
  failed: (error: unknown) => void
  blocked: (block: SmsBlock, phone: string) => void
  breakerOpened: (whose: 'one address' | 'everybody') => void
}

interface SmsReportParts {
  metrics: Registry
  log: Log
  now: () => number
}

export function createSmsReport({ metrics, log, now }: SmsReportParts): SmsReport {
  const { sent, failed, failedInARow, blocked } = createCounters(metrics)
  const toldAt = new Map<SmsBlock, number>()
  return {
    sent() {
      sent.inc()
      failedInARow.set(0)
    },
    failed(error) {
      if (!(error instanceof SmsNotTaken)) {
        failed.inc({ reason: 'unclear' })
        failedInARow.inc()
        log.error('a sign-in code could not be sent', { error })
        return
      }
      const { fault: reason, message } = error
      failed.inc({ reason })
      if (reason !== 'number' && reason !== 'country') failedInARow.inc()
      // What is wrong with a phone its owner is told.
      log[reason === 'number' ? 'info' : 'error'](message, { reason })
    },
    blocked(block, phone) {
      blocked.inc({ reason: block })
      const line = BLOCK_LINES[block]
      const isNew = (toldAt.get(block) ?? -Infinity) + TELL_AGAIN_MS <= now()
      if (line === undefined || !isNew) return
      toldAt.set(block, now())
      log.error(line, {
        callingCode: parsePhoneNumberFromString(`+${phone}`)?.countryCallingCode,
      })
    },
    breakerOpened: (whose) =>
      log.error(`hardly any of the last sign-in codes were used: sending pauses for ${whose}`, {
        minutes: SMS_BREAKER.pauseMs / MINUTE_MS,
      }),
  }
}

function createCounters(metrics: Registry) {
  const sent = new Counter({
    name: 'orma_sms_sent_total',
    help: 'Sign-in codes that the provider took.',
    registers: [metrics],
  })
  const failed = new Counter({
    name: 'orma_sms_failed_total',
    help: 'Sign-in codes that the provider did not take.',
    labelNames: ['reason'],
    registers: [metrics],
  })
  const failedInARow = new Gauge({
    name: 'orma_sms_failed_in_a_row',
    help: 'Sign-in codes that the provider did not take since it took one; not those refused for their number or country.',
    registers: [metrics],
  })
  const blocked = new Counter({
    name: 'orma_sms_blocked_total',
    help: 'Sign-in codes that a limit kept from being sent.',
    labelNames: ['reason'],
    registers: [metrics],
  })
  // Told of as zero where there were none.
  for (const reason of SMS_FAULTS) failed.inc({ reason }, 0)
  for (const reason of SMS_BLOCKS) blocked.inc({ reason }, 0)
  return { sent, failed, failedInARow, blocked }
}
