import { expect, it } from 'vitest'
import { runProgram } from '../../support/failed-start.ts'

/** Holds a worker up with each request until its parent has gone. */
const WAITS_FOR_THE_END = `
  const parent = process.ppid
  process.on('message', () => { while (process.ppid === parent); })
  // The last thing that it listens to.
  process.on('newListener', (event) => { if (event === 'SIGTERM') process.send('begun') })`

/** A server that asks for a photo, of no width so that the answer comes at once, and is killed. */
const KILLED_SERVER = `
  const { fork } = require('node:child_process')
  const worker = fork('server/media/photo-worker.ts', [], {
    execArgv: ['--import', ${JSON.stringify(`data:text/javascript,${encodeURIComponent(WAITS_FOR_THE_END)}`)}],
    serialization: 'advanced',
  })
  worker.once('message', () =>
    worker.send({ kind: -1, input: Buffer.from('photo') }, () => process.kill(process.pid, 'SIGKILL')))`

it('a photo process whose server was killed ends without a word', async () => {
  expect(await runProgram(['-e', KILLED_SERVER])).toEqual({ code: null, out: '', error: '' })
})
