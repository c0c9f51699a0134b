import { createConsoleSms } from './console-sms.ts'
import type { SmsSender } from './sms-sender.ts'
import type { SmsSettings } from './sms-settings.ts'
import { createTwilioSms } from './twilio-sms.ts'
import { createVonageSms } from './vonage-sms.ts'
import { createWebhookSms } from './webhook-sms.ts'

/** The sender that the operator chose; `write` is for the console's lines. */
export function createSms(settings: SmsSettings, write: (line: string) => void): SmsSender {
  switch (settings.provider) {
    case 'console':
      return createConsoleSms(write)
    case 'twilio':
      return createTwilioSms(settings)
    case 'vonage':
      return createVonageSms(settings)
    case 'webhook':
      return createWebhookSms(settings)
  }
}
