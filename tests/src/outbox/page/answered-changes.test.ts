import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import {
  currentUploads,
  noteAnswered,
  showUnread,
} from '../../../../src/outbox/page/upload-store.ts'
import { newChange } from '../../../support/outbox-photos.ts'

it('a change is shown from its press until its answer is, and answered once', () => {
  const change = newChange('comment')
  showUnread(change)
  expect(currentUploads().changes).toMatchObject([{ key: change.key }])
  expect(noteAnswered(change.key)).toBe(true)
  expect(currentUploads().changes).toEqual([])
  expect(noteAnswered(change.key)).toBe(false)
})
