import 'fake-indexeddb/auto'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { texts } from '../../../contract/texts.ts'
import { noteContact } from '../../../src/api/contact.ts'
import { readAnswer, writeAnswer } from '../../../src/cache/answers.ts'
import { changeCachedOrma, markPaused } from '../../../src/cache/cached-ormas.ts'
import { queryKeys } from '../../../src/cache/query-keys.ts'
import { eventQuery } from '../../../src/features/event/event-query.ts'
import { createQueryClient } from '../../../src/start/query-client.ts'
import { watchConnection } from '../../../src/shell/reconnect.ts'
import { EVENT_HASH, makeEvent } from '../../support/post-shapes.ts'

const EVENT = queryKeys.event(EVENT_HASH)
/** Longer than pages wait before they show what is cached. */
const TAKES_MS = 4000
const paused = () =>
  Response.json({ success: false, error: texts.server.paused, code: 'paused' }, { status: 403 })

/** How often the server was asked. */
let asked: number
let respond: () => Response

beforeEach(async () => {
  await changeCachedOrma(EVENT_HASH, {})
  await writeAnswer(EVENT, makeEvent(), Date.now())
  await markPaused(EVENT_HASH, texts.server.paused)
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('document', { visibilityState: 'visible', cookie: '' })
  noteContact(true)
  asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    await new Promise((resolve) => setTimeout(resolve, TAKES_MS))
    return respond()
  })
})
afterEach(() => {
  noteContact(true)
})

/** Opens the paused Orma, and looks at it for half a minute. */
async function lookForLong() {
  const client = createQueryClient()
  const stop = watchConnection(client, () => undefined)
  const orma = new QueryObserver(client, eventQuery(EVENT_HASH))
  const unsubscribe = orma.subscribe(() => undefined)
  for (let tenth = 0; tenth < 300; tenth += 1) {
    await vi.advanceTimersByTimeAsync(100)
    // Storage takes its time, which no fake clock tells.
    await readAnswer(EVENT)
  }
  unsubscribe()
  stop()
  return orma.getCurrentResult()
}

describe('on a slow line an Orma that was paused', () => {
  it('is shown with the first answer where it is open again', async () => {
    respond = () => Response.json({ event: makeEvent() })
    expect((await lookForLong()).data).toMatchObject({ event_hash: EVENT_HASH })
    expect(asked).toBe(1)
    expect((await readAnswer(EVENT))?.paused).toBeUndefined()
  })

  it('is asked for once where it still is', async () => {
    respond = paused
    expect((await lookForLong()).error).toMatchObject({ code: 'paused' })
    expect(asked).toBe(1)
  })

  it('is shown once the server is heard where it was known to be silent', async () => {
    respond = () => Response.json({ event: makeEvent() })
    noteContact(false)
    expect((await lookForLong()).data).toMatchObject({ event_hash: EVENT_HASH })
    expect(asked).toBe(2)
  })
})
