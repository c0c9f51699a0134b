import { expect, it } from 'vitest'
import { anySignal } from '../../../src/api/any-signal.ts'

it('any of several signals aborts, with its reason, and the others add nothing', () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const any = anySignal([one.signal, other.signal])
  expect(any.aborted).toBe(false)
  other.abort('slow')
  one.abort('late')
  expect([any.aborted, any.reason]).toEqual([true, 'slow'])
  expect(anySignal([new AbortController().signal, other.signal]).reason).toBe('slow')
})
