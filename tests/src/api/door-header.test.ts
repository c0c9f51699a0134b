import { expect, it } from 'vitest'
import { DOOR_HEADER } from '../../../contract/limits.ts'
import { doorHeader, keyHeader, showDoorKeys } from '../../../src/api/door-header.ts'

const PARTY = 'p'.repeat(22)
const WEDDING = 'w'.repeat(22)

it('calls of an Orma show its key, where the API sees no cookies', async () => {
  expect(await doorHeader(`/events/${PARTY}`)).toEqual({})
  showDoorKeys(async (event_hash) => (event_hash === PARTY ? 'of-party' : undefined))
  const key = { [DOOR_HEADER]: 'of-party' }
  for (const path of [`/events/${PARTY}`, `/events/${PARTY}/live`]) {
    expect(await doorHeader(path)).toEqual(key)
  }
  expect(await doorHeader('/users/recent', { event_hash: PARTY })).toEqual(key)
  expect(await keyHeader(PARTY)).toEqual(key)
  for (const path of [`/events/${WEDDING}`, `/events/${PARTY}x`, '/events', '/users/verify']) {
    expect(await doorHeader(path)).toEqual({})
  }
})
