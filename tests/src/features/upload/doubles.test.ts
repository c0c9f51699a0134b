import { describe, expect, it } from 'vitest'
import { doublesAmong } from '../../../../src/features/upload/doubles.ts'
import type { OutboxPhoto, PhotoState } from '../../../../src/outbox/store/outbox-photo.ts'

const photo = (
  key: string,
  sha256: string | null,
  state: PhotoState = 'draft',
  postStatus: OutboxPhoto['postStatus'] = null,
) => ({ key, sha256, original_sha256: null, state, postStatus, isUnwanted: false })
const found = (...args: Parameters<typeof doublesAmong>) =>
  Object.fromEntries(doublesAmong(...args))

describe('doublesAmong', () => {
  it('tells of drafts that the Orma has', () => {
    expect(found([photo('a', '1'), photo('b', '2')], [{ sha256: '2' }])).toEqual({ b: 'known' })
  })

  it('tells of the second of two equal photos, the first maybe sent already', () => {
    expect(found([photo('a', '1'), photo('b', '1'), photo('c', '1')], [])).toEqual({
      b: 'twice',
      c: 'twice',
    })
    expect(found([photo('a', '1', 'waiting'), photo('b', '1')], [])).toEqual({ b: 'twice' })
  })

  it('knows again what was chosen before and has been made smaller since', () => {
    const smaller = { ...photo('a', '2', 'waiting'), original_sha256: '1' }
    expect(found([smaller, photo('b', '1'), photo('c', '2')], [])).toEqual({
      b: 'twice',
      c: 'twice',
    })
  })

  it('says nothing of what was removed since it was sent', () => {
    expect(found([photo('a', '1', 'done', 'GONE'), photo('b', '1')], [])).toEqual({})
    expect(found([photo('a', '1', 'done', 'COMPLETED'), photo('b', '1')], [])).toEqual({
      b: 'twice',
    })
  })

  it('says nothing of what is discarded and waits to be taken out', () => {
    const discarded = { ...photo('a', '1', 'waiting'), isUnwanted: true }
    expect(found([discarded, photo('b', '1')], [])).toEqual({})
  })

  it('says nothing of what is sent, was refused before, or cannot be compared', () => {
    const photos = [photo('a', '1', 'sending'), photo('b', '2', 'refused'), photo('c', '2')]
    expect(found([...photos, photo('d', null), photo('e', null)], [{ sha256: '1' }])).toEqual({})
  })
})
