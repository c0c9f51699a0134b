import { describe, expect, it } from 'vitest'
import type { Event } from '../../../../contract/entities.ts'
import { texts } from '../../../../contract/texts.ts'
import { ORMA_GONE } from '../../../../src/outbox/store/outbox-photo.ts'
import type { OutboxPhoto } from '../../../../src/outbox/store/outbox-photo.ts'
import { photoStatus, shownTextIn } from '../../../../src/features/upload/photo-status.ts'
import { summarize } from '../../../../src/outbox/page/use-uploads.ts'
import { NOW, newPhoto } from '../../../support/outbox-photos.ts'
import { makeEvent } from '../../../support/post-shapes.ts'

const photo = (changes: Partial<OutboxPhoto>): OutboxPhoto => ({
  ...newPhoto(),
  seq: 1,
  ...changes,
})

const refused = (reasonCode: string, reason: string | null = null) =>
  ({ state: 'refused', reason, reasonCode }) as const

describe('photoStatus', () => {
  // Specification: 2.63, 4.17
  it.each<[Partial<OutboxPhoto>, string, string | null | undefined]>([
    [{ state: 'draft' }, 'Saved on this phone, not sent yet', undefined],
    [{ state: 'waiting' }, 'Saved on this phone, not sent yet', null],
    [
      { state: 'draft', isInMemory: true },
      'This photo could not be saved on this phone.',
      undefined,
    ],
    [{ state: 'sending' }, 'Uploading...', undefined],
    [{ state: 'sending', size: 1000, offset: 429 }, 'Uploading...', '42 %'],
    [{ state: 'sending', reasonCode: 'no_network' }, 'Saved on this phone, not sent yet', null],
    [{ state: 'waiting', isUnwanted: true }, 'Discarded, as soon as there is signal', undefined],
    [{ state: 'processing' }, 'Uploaded', 'Processing'],
    [{ state: 'done', postStatus: null }, 'Uploaded', 'The server has it'],
    [{ state: 'done', postStatus: 'COMPLETED' }, 'Uploaded', 'Shown'],
    [
      { state: 'done', postStatus: 'FAILEDBYNUDITY' },
      'Uploaded',
      'Your photo is waiting for the organiser',
    ],
    [{ state: 'done', postStatus: 'GONE' }, 'This photo was removed', undefined],
    [
      refused('damaged_image', 'This image is damaged.'),
      'This photo is damaged. Please choose another one.',
      undefined,
    ],
    [refused('too_dark', 'Too dark.'), 'Failed to upload file, try again.', 'Too dark.'],
    [
      refused('limit_reached', texts.upload.limitReached),
      'Upload limit reached, please upgrade.',
      undefined,
    ],
    [
      refused('window_closed', texts.event.uploadsClosed),
      'Photos can no longer be added to this Orma.',
      'Saved on this phone',
    ],
    [refused(ORMA_GONE), 'This Orma is gone', 'Saved on this phone'],
    [{ state: 'refused' }, 'Failed to upload file, try again.', undefined],
    // By the app itself.
    [refused('limit_reached'), 'Upload limit reached, please upgrade.', undefined],
    [refused('processing_failed'), 'This photo could not be processed', undefined],
    [refused('bytes_missing'), 'This photo could not be saved on this phone.', undefined],
    [refused('sha256_mismatch'), 'Failed to upload file, try again.', undefined],
  ])('of %o is %s, %s', (changes, label, detail) => {
    expect(photoStatus(photo(changes))).toMatchObject({ label, ...(detail ? { detail } : {}) })
  })

  it.each<[Partial<OutboxPhoto>, string, string | undefined]>([
    [{ state: 'done', postStatus: 'GONE' }, 'This video was removed', undefined],
    [
      { state: 'done', postStatus: 'FAILEDBYNUDITY' },
      'Uploaded',
      'Your video is waiting for the organiser',
    ],
    [refused('bytes_missing'), 'This video could not be saved on this phone.', undefined],
    [refused('processing_failed'), 'This video could not be processed', undefined],
    [refused('damaged_video'), 'This video is damaged. Please choose another one.', undefined],
    [refused('unsupported_image'), 'Videos cannot be added to this Orma.', undefined],
    [refused('unsupported_video', 'Its kind.'), 'This video was not uploaded.', 'Its kind.'],
    [refused('too_dark', 'Too dark.'), 'Failed to upload file, try again.', 'Too dark.'],
    [refused('video_needs_ffmpeg', 'No.'), 'Failed to upload file, try again.', 'No.'],
    [refused('limit_reached'), 'Upload limit reached, please upgrade.', undefined],
  ])('of a video %o is %s, %s', (changes, label, detail) => {
    const video = photo({ video: { duration: 12 }, ...changes })
    expect(photoStatus(video)).toMatchObject({ label, ...(detail ? { detail } : {}) })
  })

  it('tells nobody to try again what its Orma takes no more', () => {
    const dark = photo(refused('too_dark', 'Too dark.'))
    const { label, detail } = photoStatus(dark, { isClosed: true })
    expect([label, detail]).toEqual(['This photo was not uploaded.', 'Too dark.'])
    const ofGone = photo(refused(ORMA_GONE))
    expect(photoStatus(ofGone, { isClosed: true })).toEqual({ label: 'Saved on this phone' })
  })

  it('gives the server’s word for a wait, but not the browser’s for a missing network', () => {
    const full = { state: 'waiting', attempts: 1, reason: 'full', reasonCode: 'disk_full' } as const
    expect(photoStatus(photo(full)).detail).toBe('full')
    expect(photoStatus(photo({ ...full, reasonCode: 'no_network' })).detail).toBeNull()
  })
})

describe('a photo that is in its Orma', () => {
  const said = (event: Pick<Event, 'revealAt' | 'guestsSee'>) => {
    const shownText = shownTextIn({ ...makeEvent(), ...event }, NOW)
    return photoStatus(photo({ state: 'done', postStatus: 'COMPLETED' }), { shownText }).detail
  }

  it('is shown where everybody sees it', () => {
    expect(said({ revealAt: null, guestsSee: 'all' })).toBe('Shown')
    const past = new Date(NOW - 1).toISOString()
    expect(said({ revealAt: past, guestsSee: 'all' })).toBe('Shown')
  })

  it('is not called shown before its Orma is revealed', () => {
    const later = new Date(NOW + 1).toISOString()
    for (const revealAt of [later, 'later'])
      expect(said({ revealAt, guestsSee: 'all' })).toBe(texts.upload.atReveal)
  })

  it('is with the hosts where guests see their own alone', () => {
    expect(said({ revealAt: null, guestsSee: 'own' })).toBe('Your hosts have it')
  })
})

describe('summarize', () => {
  it('counts as safe what the server has, of all that was to be sent', () => {
    const photos = [
      photo({ state: 'draft' }),
      photo({ state: 'waiting' }),
      photo({ state: 'sending' }),
      photo({ state: 'processing', postId: 1 }),
      photo({ state: 'done', postId: 2 }),
      photo({ state: 'refused' }),
    ]
    expect(summarize(photos)).toMatchObject({ safe: 2, all: 5, progress: 0.4 })
  })

  it('counts nothing of a photo that was removed from its Orma', () => {
    const gone = photo({ state: 'done', postId: 1, postStatus: 'GONE' })
    const photos = [gone, photo({ state: 'done', postId: 2 }), photo({ state: 'waiting' })]
    expect(summarize(photos)).toMatchObject({ safe: 1, all: 2, progress: 0.5 })
    expect(summarize([gone])).toMatchObject({ safe: 0, all: 0, progress: undefined })
  })

  it('counts what has arrived of a photo on its way, but not as safe', () => {
    const half = photo({ state: 'sending', size: 1000, offset: 500 })
    const photos = [half, photo({ state: 'done', postId: 1 })]
    expect(summarize(photos)).toMatchObject({ safe: 1, all: 2, progress: 0.75 })
  })

  it('counts nothing of a refused photo as arrived, though all of it was sent', () => {
    const refused = photo({ state: 'refused', size: 1000, offset: 1000 })
    expect(summarize([refused, photo({ state: 'waiting' })])).toMatchObject({ done: 0, all: 2 })
  })

  it('tells of photos that have waited for a week, by any clock', () => {
    const weekMs = 7 * 24 * 60 * 60_000
    const queuedAt = NOW - weekMs - 1
    expect(summarize([photo({ queuedAt })], NOW).waitingLong).toHaveLength(1)
    expect(summarize([photo({ queuedAt: NOW - weekMs })], NOW).waitingLong).toHaveLength(0)
    expect(summarize([photo({ queuedAt: NOW + weekMs + 1 })], NOW).waitingLong).toHaveLength(1)
    const done = photo({ queuedAt, state: 'done', postId: 1 })
    expect(summarize([done], NOW).waitingLong).toHaveLength(0)
  })

  it('shows no progress when nothing is on its way', () => {
    expect(summarize([photo({ state: 'done', postId: 1 })]).progress).toBeUndefined()
  })
})
