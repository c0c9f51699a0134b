/** Sends text messages. A driver for each provider. */
export interface SmsSender {
  /**
   * Hands a text over to the provider; `phone` is digits with the calling code, without a plus sign.
   * Rejects with SmsNotTaken where the provider did not take it. After any other error it may have been sent.
   */
  send: (phone: string, text: string) => Promise<void>
}

/**
 * Why a provider did not take a message.
 * - `number`: this phone gets none
 * - `country`: none go to its country
 * - `account`: the operator has to act
 * - `busy`: too many at once
 * - `unreachable`: there was no connection
 * - `unclear`: no answer, or the provider's own fault; it may have been sent in spite of that
 */
export const SMS_FAULTS = [
  'number',
  'country',
  'account',
  'busy',
  'unreachable',
  'unclear',
] as const
export type SmsFault = (typeof SMS_FAULTS)[number]

/** The message is one line for the operator: what happened and what to do, without the phone or the code. */
export class SmsNotTaken extends Error {
  readonly fault: SmsFault

  constructor(fault: SmsFault, message: string) {
    super(message)
    this.name = 'SmsNotTaken'
    this.fault = fault
  }
}

/** Sends nothing: of each message the first line, which has the code, is given to `write` without its line end. */
export function createConsoleSms(write: (line: string) => void): SmsSender {
  return {
    send: async (phone, text) => write(`SMS to ${phone}: ${text.split('\n', 1)[0]}`),
  }
}
