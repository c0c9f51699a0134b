import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

// Not among the rules: every country's metadata, 80 kB, comes with it. The page loads it with its phone field alone.

/** What mobiles of Mexico began with until 2019 and 2020, in calls from abroad (1) and within the country. */
const OLD_MEXICAN_PREFIX = /^52(?:1|01|04[45])(?=\d{10}$)/

/**
 * The one way to write a number, so that it is one account: digits as a call from abroad has them, without the 0 or Argentina's 15
 * of calls within a country. Undefined where they are too few or too many for their country: whether a number is anybody's only
 * the message tells.
 */
export function canonicalPhone(digits: string): string | undefined {
  const today = digits.replace(OLD_MEXICAN_PREFIX, '52')
  const number = parsePhoneNumberFromString(`+${today}`)
  return number?.isPossible() ? number.number.slice(1) : undefined
}
