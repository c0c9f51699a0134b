import { describe, expect, it } from 'vitest'
import { visibleText } from '../../contract/visible-text.ts'

describe('visibleText', () => {
  it.each([
    ['spaces, also of other scripts', ' \t\n\u00a0\u1680\u2003\u202f\u3000'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['fillers', '\u115f\u1160\u3164\uffa0'],
    ['a soft hyphen and a grapheme joiner', '\u00ad\u034f'],
    ['variation selectors', '\ufe0e\ufe0f\u{e0100}\u180b'],
    ['turns of the direction', '\u061c\u200e\u200f\u202a\u202e\u202c\u2066\u2069'],
    ['tags', '\u{e0001}\u{e0067}\u{e007f}'],
    ['control characters', '\u0000\u001b\u0085'],
    ['blanks that are symbols or letters', '\u2800\u{1d159}\u{13441}'],
    ['marks of annotations and objects', '\ufff9\ufffa\ufffb\ufffc'],
  ])('of %s is nothing', (_what, text) => {
    for (const sign of text) expect([sign, visibleText(sign)]).toEqual([sign, ''])
    expect(visibleText(`${text} ${text}`)).toBe('')
  })

  it('leaves out at either end what nobody sees', () => {
    expect(visibleText('  Anna Berg ')).toBe('Anna Berg')
    expect(visibleText('\u2068\u200bAnna\u200b \u3164Berg\u2069\ufeff')).toBe(
      'Anna\u200b \u3164Berg',
    )
  })

  it.each([
    ['a Persian word', 'می\u200cخواهم'],
    ['a letter that is joined at the end', 'ه\u200d'],
    ['a Malayalam word with an old chillu', 'അവന\u0d4d\u200d'],
    ['a family', '👩\u200d👩\u200d👧'],
    ['a heart in colour', '\u2764\ufe0f'],
    ['a flag of tags', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['a letter in a variant', '葛\u{e0100}'],
    ['an accent on its own', '\u0301'],
    ['half an emoji', '\ud83d'],
  ])('keeps what makes %s', (_what, text) => {
    expect(visibleText(text)).toBe(text)
    expect(visibleText(`${text}\u200b \u200d`)).toBe(text)
  })

  it('reads a long run of what nobody sees in one pass', () => {
    const run = '\u200b\ufe0f'.repeat(30_000)
    expect(visibleText(`a${run}b${run}`)).toBe(`a${run}b`)
  })
})
