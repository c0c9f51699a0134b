import { phoneDigits } from '../../../contract/rules.ts'

/** What the first step of the login hands to the second, in the address. */
export interface LoginOption {
  request_id: string
  /** Digits without a plus sign; empty where the address carries none that are. */
  phone: string
  /** Whether the server knows the account's name and email already. */
  name: boolean
  email: boolean
}

/** `verify=true&name=<flag>&request_id=<id>&phone=<digits>&email=<flag>` (specification: section 2). */
export function formatLoginOption({ name, request_id, phone, email }: LoginOption): string {
  return `verify=true&name=${name}&request_id=${request_id}&phone=${phone}&email=${email}`
}

/** Reads an option; undefined where it lacks `verify` or `request_id` and so leads to no code. */
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
