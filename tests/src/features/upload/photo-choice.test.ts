import { describe, expect, it } from 'vitest'
import { checkChoice } from '../../../../src/features/upload/photo-choice.ts'

const photo = { name: 'a.jpg', type: 'image/jpeg', size: 1000 }

describe('checkChoice', () => {
  it('takes up to four photos', () => {
    const four = [photo, photo, photo, photo]
    expect(checkChoice(four, 0)).toEqual({ taken: four, problems: [] })
    expect(checkChoice([photo], 3)).toEqual({ taken: [photo], problems: [] })
  })

  it('takes none of more than four at once, in the words of the entry screen', () => {
    expect(checkChoice(Array(5).fill(photo), 0)).toEqual({
      taken: [],
      problems: ['Please select a maximum of 4 images at a time.'],
    })
  })

  it('takes none of those that would make more than four drafts, in the words of the preview', () => {
    expect(checkChoice([photo, photo], 3)).toEqual({
      taken: [],
      problems: ['Maximum of 4 images allowed.'],
    })
  })

  it('leaves out what does not claim to be a photo, and says so once', () => {
    const text = { name: 'note.txt', type: 'text/plain', size: 10 }
    expect(checkChoice([text, photo, text], 0)).toEqual({
      taken: [photo],
      problems: ['This file is not a photo that Orma can show.'],
    })
  })

  it('leaves out what is larger than the server takes', () => {
    const large = { ...photo, size: 30 * 1024 * 1024 + 1 }
    expect(checkChoice([large], 0)).toEqual({
      taken: [],
      problems: ['This photo is larger than 30 MB.'],
    })
  })

  it('knows a photo by its name where the picker tells no type', () => {
    const heic = { ...photo, name: 'IMG_1.HEIC', type: '' }
    expect(checkChoice([heic, { ...heic, name: 'notes' }], 0).taken).toEqual([heic])
  })
})
