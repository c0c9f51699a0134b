import { expect, it, vi } from 'vitest'
import type { Log } from '../../../server/log.ts'
import { startProcess } from '../../../server/media/child-process.ts'

it('logs what a process writes to standard error', async () => {
  const warn = vi.fn<Log['warn']>()
  const log: Log = { debug: warn, info: warn, warn, error: warn }
  const program = { file: 'nothing-there.ts', name: 'a process', env: {} }
  const child = startProcess(program, log)
  await expect.poll(() => warn.mock.calls.flat().at(0)).toBe('a process')
  expect(warn).toHaveBeenCalledWith('a process', {
    pid: child.pid,
    text: expect.stringContaining('nothing-there.ts'),
  })
})
