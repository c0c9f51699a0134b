import { IDBFactory } from 'fake-indexeddb'
import { get, set } from 'idb-keyval'
import { expect, it } from 'vitest'
import { deviceDatabase, keyStore } from '../../../src/device/device-database.ts'
import type { UpgradeStep } from '../../../src/device/device-database.ts'

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
