import { expect, it } from 'vitest'
import { otherClocks, warnOfClock } from '../../../server/clock.ts'
import { openScratchDatabase } from '../../support/scratch-database.ts'

it('a server whose clock is not the database’s warns of it', async () => {
  const { db, remove } = await openScratchDatabase()
  const warned: string[] = []
  const log = { warn: (message: string) => void warned.push(message) }
  const clocks = otherClocks(db, { sms: { provider: 'console' } })
  await warnOfClock(clocks, log)
  expect(warned).toEqual([])
  await warnOfClock(clocks, log, () => Date.now() + 3_600_000)
  expect(warned).toEqual([expect.stringMatching(/is 3\d{3} s ahead of theirs \(the database\)/)])
  await remove()
})
