import { describe, expect, it } from 'vitest'
import { createStreamReader } from '../../../src/api/event-stream.ts'
import type { StreamEvent } from '../../../src/api/event-stream.ts'

function readAll(...chunks: string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const read = createStreamReader((event) => events.push(event))
  chunks.forEach(read)
  return events
}

const TEXT = 'id: 7\ndata: {"a":1}\n\n:\n\nid: 8\n\ndata: one\ndata:  two\nevent: odd\n\n'
const EVENTS = [
  { id: '7', data: '{"a":1}' },
  { id: '8', data: '' },
  { id: undefined, data: 'one\n two' },
]

describe('a stream’s reader', () => {
  it('gives each event with its id and its data, and no comments', () => {
    expect(readAll(TEXT)).toEqual(EVENTS)
  })

  it('gives the same wherever the text is cut, and however its lines end', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const text = TEXT.replaceAll('\n', end)
      // What ends in a carriage return waits for what may follow it.
      for (let at = 0; at <= text.length; at += 1) {
        expect(readAll(text.slice(0, at), text.slice(at), ':')).toEqual(EVENTS)
      }
      expect(readAll(...text, ':')).toEqual(EVENTS)
    }
  })

  it('takes a field without a value, and waits for the end of what is not complete', () => {
    expect(readAll('data\nid\n\ndata: half')).toEqual([{ id: '', data: '' }])
  })
})
