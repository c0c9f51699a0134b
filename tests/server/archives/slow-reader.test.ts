import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { PACE } from '../../../server/http/slow-senders.ts'
import { makeArchiveOrma } from '../../support/archive-orma.ts'
import { makeLargePhoto } from '../../support/photos.ts'
import { startWholeApi } from '../../support/whole-api.ts'

it('a reader that stands still goes on where others are cut, and gets it all', async () => {
  // A busy machine takes a second for some of the calls before, which are not to be cut.
  const pace = { ...PACE, idleMs: 3_000 }
  const slow = await startWholeApi({ pace })
  const orma = await makeArchiveOrma(slow)
  const photo = await makeLargePhoto()
  for (let count = 0; count < 4; count += 1) await orma.add(photo)
  const { url, bytes } = await orma.ask()
  const reader = (await fetch(url)).body!.getReader()
  let size = (await reader.read()).value!.length
  for (let idle = 0; idle < 2; idle += 1) {
    const bystander = connect({ port: slow.port, host: '127.0.0.1' }).resume()
    await once(bystander, 'close')
  }
  for (let next = await reader.read(); !next.done; next = await reader.read())
    size += next.value.length
  expect(size).toBe(bytes)
  await slow.close()
})
