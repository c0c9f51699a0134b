import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import { currentRequest } from '../../../server/log.ts'
import type { Log } from '../../../server/log.ts'
import { logChildErrors } from '../../../server/media/child-process.ts'

it('logs a process’s standard error with the request it works for', async () => {
  const told: unknown[] = []
  const note = (message: string, details: object = {}) =>
    told.push([currentRequest.getStore()?.id, message, 'text' in details && details.text])
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const program = `process.on('message', (text) => console.error(text))`
  const child = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const errors = logChildErrors(child, 'a process', log)
  for (const id of ['first', 'second']) {
    currentRequest.run({ id, route: undefined }, errors.workFor)
    child.send(`for the ${id}`)
    await expect.poll(() => told.at(-1)).toEqual([id, 'a process', `for the ${id}`])
  }
  child.disconnect()
  await once(child, 'exit')
  expect(told).toHaveLength(2)
})
