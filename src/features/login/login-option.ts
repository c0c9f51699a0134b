import type { NoSms } from '../../../contract/no-sms.ts'
import { phoneDigits } from '../../../contract/rules.ts'

/** What the first step of the login passes to the second, in the address. */
export interface LoginOption {
  request_id: string
  /** Digits without a plus sign; '' where the address has no valid ones. */
  phone: string
  /** Whether the server knows the account's name and email already. */
  name: boolean
  email: boolean
  /** Where the server sends no codes: whom to ask. In the history's entry, not in the address, which anybody may have made. */
  noSms?: NoSms | undefined
}

/** `verify=true&name=<flag>&request_id=<id>&phone=<digits>&email=<flag>` (specification: section 2). */
export function formatLoginOption({ name, request_id, phone, email }: LoginOption): string {
  return `verify=true&name=${name}&request_id=${request_id}&phone=${phone}&email=${email}`
}

/** Parses an option; undefined where it lacks `verify` or `request_id`, so that there is no code to check. */
export function parseLoginOption(option: string | undefined): LoginOption | undefined {
  const fields = new URLSearchParams(option)
  const request_id = fields.get('request_id')
  if (fields.get('verify') !== 'true' || !request_id) return undefined
  return {
    request_id,
    phone: phoneDigits(fields.get('phone') ?? '') ?? '',
    name: fields.get('name') === 'true',
    email: fields.get('email') === 'true',
  }
}
