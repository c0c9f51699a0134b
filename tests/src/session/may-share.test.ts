import { expect, it } from 'vitest'
import { mayShareOrma } from '../../../src/session/may-share.ts'
import { makeEvent } from '../../support/post-shapes.ts'

it('guests share an Orma unless that is switched off, organisers always', () => {
  const organisers = [{ id: 2, name: 'Hal' }]
  const closed = makeEvent({ mayShare: false, organisers })
  expect([1, 2, 3, undefined].map((id) => mayShareOrma(closed, id))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(mayShareOrma(makeEvent(), undefined)).toBe(true)
})
