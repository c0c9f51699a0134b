import { describe, expect, it } from 'vitest'
import { texts } from '../../../contract/texts.ts'
import { createConsoleSms } from '../../../server/sms/sms-sender.ts'

describe('createConsoleSms', () => {
  it.each([undefined, 'photos.example.org'])(
    'writes a code as the one line that the operator reads, on the site %s',
    async (host) => {
      const lines: string[] = []
      const sms = createConsoleSms((line) => lines.push(line))
      await sms.send('15550001111', texts.login.sms('0042', host))
      expect(lines).toEqual(['SMS to 15550001111: 0042 is your Orma code'])
    },
  )
})
