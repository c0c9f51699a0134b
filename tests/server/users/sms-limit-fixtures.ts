import type { SmsLimits } from '../../../server/users/sms-limits.ts'
import { startUserApi } from '../../support/user-api.ts'
import type { UserApi } from '../../support/user-api.ts'

export const PHONE = '15550001111'
export const SMS_UNAVAILABLE = 'No code can be sent right now. Please try again later.'
const SMS_LIMITS: SmsLimits = { countries: undefined, dailyBudget: 1000, limitsNumberBlocks: true }

/** Starts the API anew with these limits. */
export async function restartWith(api: UserApi, smsLimits: Partial<SmsLimits>): Promise<void> {
  await api.close()
  Object.assign(api, await startUserApi({ smsLimits: { ...SMS_LIMITS, ...smsLimits } }))
}

export async function countBlocked(
  { metrics }: UserApi,
  reason: string,
): Promise<number | undefined> {
  const counter = await metrics.getSingleMetric('orma_sms_blocked_total')?.get()
  return counter?.values.find(({ labels }) => labels.reason === reason)?.value
}

/** A phone in a block of numbers of its own. */
export const phoneOf = (index: number) => `1${String(index).padStart(7, '0')}000`
