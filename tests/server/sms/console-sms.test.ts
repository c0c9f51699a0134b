import { describe, expect, it } from 'vitest'
import { texts } from '../../../contract/texts.ts'
import { createConsoleSms } from '../../../server/sms/console-sms.ts'

describe('createConsoleSms', () => {
  it('writes a code as the one line that the operator reads', async () => {
    const lines: string[] = []
    await createConsoleSms((line) => lines.push(line)).send('15550001111', texts.login.sms('0042'))
    expect(lines).toEqual(['SMS to 15550001111: 0042 is your Orma code'])
  })
})
