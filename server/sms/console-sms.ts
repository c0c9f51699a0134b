import type { SmsSender } from './sms-sender.ts'

/** Sends nothing: each message becomes one line, given to `write` without its line end. */
export function createConsoleSms(write: (line: string) => void): SmsSender {
  return {
    send: async (phone, text) => write(`SMS to ${phone}: ${text}`),
  }
}
