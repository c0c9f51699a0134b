import type { SmsSender } from './sms-sender.ts'

/** Sends nothing: of each message the first line, which has the code, is given to `write` without its line end. */
export function createConsoleSms(write: (line: string) => void): SmsSender {
  return {
    send: async (phone, text) => write(`SMS to ${phone}: ${text.split('\n', 1)[0]}`),
  }
}
