import { IDBFactory } from 'fake-indexeddb'
import { get, set } from 'idb-keyval'
import { describe, expect, it } from 'vitest'
import { deviceDatabase, keyStore } from '../../../src/device/device-database.ts'
import type { UpgradeStep } from '../../../src/device/device-database.ts'
import { randomKey } from '../../../src/device/random-key.ts'

const FIRST: UpgradeStep = (db) => void db.createObjectStore('words')
const SECOND: UpgradeStep = (db) => void db.createObjectStore('pictures')

it('a newer version opens what an older one left, whose tab goes on with it', async () => {
  const factory = new IDBFactory()
  const older = keyStore(
    deviceDatabase('words', [FIRST], () => factory),
    'words',
  )
  await set('one', 1, older)
  const newer = deviceDatabase('words', [FIRST, SECOND], () => factory)
  expect(await get('one', keyStore(newer, 'words'))).toBe(1)
  await set('picture', 2, keyStore(newer, 'pictures'))
  await set('three', 3, older)
  expect(await get('three', keyStore(newer, 'words'))).toBe(3)
})

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('randomKey', () => {
  it('is another UUID each time', () => {
    expect(randomKey()).toMatch(VERSION_4)
    expect(randomKey()).not.toBe(randomKey())
  })

  it('is one also where the browser makes none, as on a page without https', () => {
    const bare = { getRandomValues: crypto.getRandomValues.bind(crypto) }
    const whole = globalThis.crypto
    Object.defineProperty(globalThis, 'crypto', { value: bare, configurable: true })
    try {
      expect(randomKey()).toMatch(VERSION_4)
      expect(randomKey()).not.toBe(randomKey())
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: whole, configurable: true })
    }
  })
})
