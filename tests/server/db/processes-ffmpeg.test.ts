import { expect, it, onTestFinished, vi } from 'vitest'
import { hearOfFfmpeg, tellOfFfmpeg } from '../../../server/jobs/ffmpeg-elsewhere.ts'
import { openDatabase } from '../../support/database-places.ts'
import { freshDatabase } from '../../support/fixtures.ts'

const { db, scratch } = freshDatabase()

it('a process without ffmpeg leaves videos while another says that it has it', async () => {
  const elsewhere = hearOfFfmpeg(db)
  onTestFinished(elsewhere.close)
  await new Promise<unknown>((heard) => db.listen('probe', heard))
  // At its start it waits for a word.
  expect(elsewhere.isThere()).toBe(true)
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000)
  expect(elsewhere.isThere()).toBe(false)
  const other = await openDatabase(scratch.address)
  onTestFinished(() => other.close())
  onTestFinished(tellOfFfmpeg(other))
  await expect.poll(elsewhere.isThere).toBe(true)
  now.mockReturnValue(performance.now() + 60_000)
  expect(elsewhere.isThere()).toBe(false)
})
