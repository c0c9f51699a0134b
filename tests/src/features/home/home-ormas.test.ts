import { expect, it } from 'vitest'
import { othersOf } from '../../../../src/features/home/use-home-ormas.ts'
import { makeEvent } from '../../../support/post-shapes.ts'

it('an Orma that one organises is not among the visited ones too', () => {
  const [own, other] = [makeEvent({ id: 1 }), makeEvent({ id: 2 })]
  expect(othersOf([own, other], [own])).toEqual([other])
  expect(othersOf([own, other], undefined)).toEqual([own, other])
  expect(othersOf(undefined, [own])).toBeUndefined()
})
