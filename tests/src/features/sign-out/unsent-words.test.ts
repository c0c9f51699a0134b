import { describe, expect, it } from 'vitest'
import { texts } from '../../../../contract/texts.ts'
import { unsentText } from '../../../../src/features/sign-out/waiting-question.tsx'
import type { Unsent } from '../../../../src/features/sign-out/waiting-question.tsx'

type States = Unsent['photos'][number]['state'][]
type Kinds = Unsent['changes'][number]['kind'][]

const photos = (...states: States) => states.map((state) => ({ state, isInMemory: false }))
const changes = (...kinds: Kinds) => kinds.map((kind) => ({ kind }))

describe('the question of signing out', () => {
  it.each<[States, Kinds, string]>([
    [['waiting'], [], '1 photo is only on this phone'],
    [['waiting', 'draft'], [], '2 photos are only on this phone'],
    [[], ['comment'], '1 comment is only on this phone'],
    [[], ['comment', 'edit-comment'], '2 comments are only on this phone'],
    [['sending'], ['comment'], '1 photo and 1 comment are only on this phone'],
    [[], ['like'], 'Some of what you did is only on this phone'],
    [
      ['draft', 'draft', 'draft'],
      ['comment', 'like'],
      '3 photos, 1 comment and some of what you did are only on this phone',
    ],
  ])('of photos %j and changes %j says: %s', (states, kinds, title) => {
    const unsent = { photos: photos(...states), changes: changes(...kinds) }
    expect(unsentText(unsent).title).toBe(title)
  })

  it('counts videos beside photos', () => {
    const video = { state: 'draft', isInMemory: true, video: { duration: 4 } } as const
    const unsent = { photos: [...photos('draft', 'draft'), video], changes: changes('comment') }
    const { title, details } = unsentText(unsent)
    expect(title).toBe('2 photos, 1 video and 1 comment are only on this phone')
    expect(details[0]).toMatch(/^1 video could not be saved/)
  })

  it('promises to send by itself only what was on its way', () => {
    const detailOf = (unsent: Unsent) => unsentText(unsent).details.join(' ')
    const sent = 'is sent when you sign in again'
    const queued = { photos: photos('waiting', 'sending'), changes: changes('comment') }
    expect(detailOf(queued)).toContain(sent)
    for (const state of ['draft', 'refused'] as const) {
      const kept = detailOf({ photos: photos(state), changes: [] })
      expect(kept).not.toContain(sent)
      expect(kept).toContain('It is here again when you sign in')
      const both = detailOf({ photos: photos('waiting', state), changes: [] })
      expect(both).toContain(`What was on its way ${sent}`)
      expect(both).toContain('Photos that you did not upload are here again then.')
    }
  })

  it('tells a guest by name that it is kept for this name alone', () => {
    const told = texts.guests.keptForName('Nora')
    expect(unsentText({ photos: photos('waiting'), changes: [] }, 'Nora').details).toContain(told)
    expect(unsentText({ photos: photos('waiting'), changes: [] }).details).not.toContain(told)
    const [inPage] = photos('waiting').map((photo) => ({ ...photo, isInMemory: true }))
    const lost = unsentText({ photos: [inPage!], changes: [] }, 'Nora')
    expect(lost.details).not.toContain(told)
  })

  it('promises to keep only what is saved on the phone', () => {
    const inPage = photos('waiting', 'draft').map((photo) => ({ ...photo, isInMemory: true }))
    const detailsOf = (unsent: Unsent) => unsentText(unsent).details
    const alone = detailsOf({ photos: inPage, changes: [] })
    expect(alone).toEqual([
      '2 photos could not be saved on this phone. They are here only until you close this page.',
    ])
    const [first, ...others] = detailsOf({
      photos: [...photos('waiting'), inPage[0]!],
      changes: [],
    })
    expect(first).toContain('1 photo could not be saved on this phone.')
    expect(others).toEqual(detailsOf({ photos: photos('waiting'), changes: [] }))
  })
})
