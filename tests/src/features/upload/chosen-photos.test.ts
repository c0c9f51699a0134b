import { describe, expect, it } from 'vitest'
import { checkChoice } from '../../../../src/features/upload/photo-choice.ts'
import type { FileKind } from '../../../../src/features/upload/photo-choice.ts'
import { findDuplicates } from '../../../../src/features/upload/use-duplicates.ts'
import type { ItemState } from '../../../../src/outbox/store/outbox-item.ts'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'

/** Files that are of one kind by their bytes. */
const areAll = <F>(kind: FileKind, files: readonly F[]) => ({
  kinds: new Map(files.map((file) => [file, kind])),
})

const photo = { name: 'a.jpg', type: 'image/jpeg', size: 1000 }

describe('checkChoice', () => {
  it('takes up to four photos', () => {
    const four = [photo, photo, photo, photo]
    expect(checkChoice(four, 0)).toEqual({ taken: four, problems: [], leftOut: 0, there: 0 })
    expect(checkChoice([photo], 3)).toEqual({ taken: [photo], problems: [], leftOut: 0, there: 0 })
  })

  // Specification: 5.12, 9.6
  it('takes none of more than four at once, in the words of the entry screen', () => {
    expect(checkChoice(Array(5).fill(photo), 0)).toEqual({
      taken: [],
      problems: ['Please select a maximum of 4 images at a time.'],
      leftOut: 0,
      there: 0,
    })
  })

  // Specification: 5.12
  it('takes as many as there is room for, and counts the others', () => {
    const five = ['1', '2', '3', '4', '5'].map((name) => ({ ...photo, name }))
    expect(checkChoice(five, 1)).toEqual({
      taken: five.slice(0, 3),
      problems: [],
      leftOut: 2,
      there: 0,
    })
  })

  it('takes the first of too many where an Orma lets more be chosen', () => {
    const many = Array.from({ length: 120 }, (_, at) => ({ ...photo, name: String(at) }))
    const size = { perChoice: 100 }
    const first = { taken: many.slice(0, 100), problems: [], leftOut: 20, there: 0 }
    expect(checkChoice(many, 0, size)).toEqual(first)
    expect(checkChoice(many, 90, size)).toEqual({
      ...first,
      taken: many.slice(0, 10),
      leftOut: 110,
      there: 0,
    })
  })

  it('takes no more than a limit leaves room for', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ ...photo, name: String(at) }))
    const size = { perChoice: 100, room: 12 }
    expect(checkChoice(many, 0, size)).toMatchObject({
      taken: many.slice(0, 12),
      leftOut: 18,
      there: 0,
    })
    expect(checkChoice(many, 0, { ...size, room: 0 })).toMatchObject({
      taken: [],
      leftOut: 30,
      there: 0,
    })
  })

  it('gives no place to what is there already, where there is no room for all', () => {
    const many = Array.from({ length: 100 }, (_, at) => ({ ...photo, name: String(at) }))
    const isThere = ({ name }: typeof photo) => Number(name) < 23
    const size = { perChoice: 100 }
    const rest = { taken: many.slice(23), problems: [], leftOut: 0, there: 23 }
    expect(checkChoice(many, 23, { ...size, isThere })).toEqual(rest)
    expect(checkChoice(many, 33, { ...size, isThere })).toMatchObject({ leftOut: 10, there: 23 })
    expect(checkChoice(many, 0, { ...size, isThere }).taken).toEqual(many)
  })

  it('takes none beside four drafts or more, as a gallery shares them', () => {
    for (const drafts of [4, 6]) {
      expect(checkChoice([photo], drafts)).toMatchObject({ taken: [], leftOut: 1, there: 0 })
    }
  })

  // Specification: 5.11
  it('leaves out what is no photo by its bytes, and names it once', () => {
    const text = { name: 'note.jpg', type: 'image/jpeg', size: 10 }
    const film = { name: 'film.mov', type: 'video/quicktime', size: 10 }
    expect(checkChoice([text, photo, film], 0, areAll('foreign', [text, film]))).toEqual({
      taken: [photo],
      problems: ['This file is not a photo that Orma can show. (note.jpg, film.mov)'],
      leftOut: 0,
      there: 0,
    })
  })

  it('keeps the room for photos when other files are chosen with them', () => {
    const notes = ['a', 'b'].map((name) => ({ name, type: 'image/png', size: 10 }))
    expect(checkChoice([...notes, photo, photo], 2, areAll('foreign', notes))).toMatchObject({
      taken: [photo, photo],
      leftOut: 0,
      there: 0,
    })
  })

  it('names three of many', () => {
    const films = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, type: 'video/mp4', size: 10 }))
    expect(checkChoice([photo, ...films], 1, areAll('foreign', films)).problems).toEqual([
      'This file is not a photo that Orma can show. (a, b, c +2)',
    ])
  })

  it('leaves out what is larger than the server takes', () => {
    const large = { ...photo, size: 30 * 1024 * 1024 + 1 }
    expect(checkChoice([large], 0)).toEqual({
      taken: [],
      problems: ['This photo is larger than 30 MB. (a.jpg)'],
      leftOut: 0,
      there: 0,
    })
  })

  it('takes a video only where the Orma takes videos, up to its size', () => {
    const film = { name: 'film.mov', size: 100 }
    const videos = { maxVideoSeconds: 180, maxVideoBytes: 100 }
    const kinds = areAll('mov', [film])
    expect(checkChoice([film], 0, kinds).problems).toEqual([
      'This file is not a photo that Orma can show. (film.mov)',
    ])
    expect(checkChoice([film], 0, { ...kinds, videos }).taken).toEqual([film])
    const long = { ...film, size: 200 * 1024 * 1024 + 1 }
    const upTo200 = { ...videos, maxVideoBytes: 200 * 1024 * 1024 }
    expect(checkChoice([long], 0, { ...areAll('mov', [long]), videos: upTo200 }).problems).toEqual([
      'This video is larger than 200 MB. (film.mov)',
    ])
  })

  it.each(['', 'application/octet-stream'])('takes a photo whose type is "%s"', (type) => {
    const unknown = ['DSC00001.HIF', '1000012345'].map((name) => ({ ...photo, name, type }))
    expect(checkChoice(unknown, 0)).toEqual({ taken: unknown, problems: [], leftOut: 0, there: 0 })
  })
})

const kept = (
  key: string,
  sha256: string | null,
  state: ItemState = 'draft',
  postStatus: OutboxPhoto['postStatus'] = null,
) => ({ key, sha256, original_sha256: null, state, postStatus, isUnwanted: false })
const found = (...args: Parameters<typeof findDuplicates>) =>
  Object.fromEntries(findDuplicates(...args))

describe('findDuplicates', () => {
  it('tells of drafts that the Orma has', () => {
    expect(found([kept('a', '1'), kept('b', '2')], [{ sha256: '2' }])).toEqual({ b: 'known' })
  })

  it('tells of the second of two equal photos, the first maybe sent already', () => {
    expect(found([kept('a', '1'), kept('b', '1'), kept('c', '1')], [])).toEqual({
      b: 'twice',
      c: 'twice',
    })
    expect(found([kept('a', '1', 'waiting'), kept('b', '1')], [])).toEqual({ b: 'twice' })
  })

  it('knows again what was chosen before and has been made smaller since', () => {
    const smaller = { ...kept('a', '2', 'waiting'), original_sha256: '1' }
    expect(found([smaller, kept('b', '1'), kept('c', '2')], [])).toEqual({
      b: 'twice',
      c: 'twice',
    })
  })

  it('says nothing of what was removed since it was sent', () => {
    expect(found([kept('a', '1', 'done', 'GONE'), kept('b', '1')], [])).toEqual({})
    expect(found([kept('a', '1', 'done', 'COMPLETED'), kept('b', '1')], [])).toEqual({
      b: 'twice',
    })
  })

  it('says nothing of what is discarded and waits to be taken out', () => {
    const discarded = { ...kept('a', '1', 'waiting'), isUnwanted: true }
    expect(found([discarded, kept('b', '1')], [])).toEqual({})
  })

  it('says nothing of what is sent, was refused before, or cannot be compared', () => {
    const photos = [kept('a', '1', 'sending'), kept('b', '2', 'refused'), kept('c', '2')]
    expect(found([...photos, kept('d', null), kept('e', null)], [{ sha256: '1' }])).toEqual({})
  })
})
