import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast } from '../../../src/ui/accent-color.ts'
import type { Rgb } from '../../../src/ui/accent-color.ts'

const TOKENS = readFileSync(new URL('../../../src/ui/tokens.css', import.meta.url), 'utf8')
const THEMES = ['light', 'dark'] as const
const SURFACES = ['paper', 'raised', 'wash']
const TEXTS = ['ink', 'quiet', 'accent', 'danger']
const NIGHT_PAPER: Rgb = [11, 9, 8]
const WHITE: Rgb = [255, 255, 255]
const PAIRS = SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface]))

describe.each(THEMES)('the tokens of the %s theme', (theme) => {
  it.each(PAIRS)('let %s be read on %s', (text, surface) => {
    expect(contrast(token(text, theme), token(surface, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(SURFACES)('let the edge of a field be seen on %s', (surface) => {
    expect(contrast(token('edge', theme), token(surface, theme))).toBeGreaterThanOrEqual(3)
  })

  it('let the words of a filled button be read', () => {
    expect(contrast(token('on-accent', theme), token('accent', theme))).toBeGreaterThanOrEqual(4.5)
  })
})

describe('the tokens of the night', () => {
  it.each(TEXTS)('let %s be read on it', (text) => {
    expect(contrast(token(text, 'dark'), NIGHT_PAPER)).toBeGreaterThanOrEqual(4.5)
  })
})

describe('a scrim on a white photo', () => {
  it.each([
    ['scrim', 'icons', 3],
    ['scrim-words', 'words', 4.5],
  ] as const)('%s lets white %s be seen', (name, _what, least) => {
    expect(contrast(WHITE, onWhite(name))).toBeGreaterThanOrEqual(least)
  })
})

/** The color of a translucent one of tokens.css on a white photo. */
function onWhite(name: string): Rgb {
  const [, ...parts] =
    new RegExp(`--${name}: rgb\\((\\d+) (\\d+) (\\d+) / (\\d+)%\\);`).exec(TOKENS) ?? []
  const [red, green, blue, percent] = parts.map(Number)
  if (red === undefined || green === undefined || blue === undefined || percent === undefined)
    throw new Error(`tokens.css has no translucent color --${name}`)
  const over = (channel: number) => 255 + ((channel - 255) * percent) / 100
  return [over(red), over(green), over(blue)]
}

/** A color of tokens.css in one theme; of one that a banner may replace, the color while none does. */
function token(name: string, theme: 'light' | 'dark'): Rgb {
  const declaration = new RegExp(`--${name}: light-dark\\((.*)\\);`).exec(TOKENS)?.[1] ?? ''
  const [light, dark] = declaration.match(/#[0-9a-f]{6}/g) ?? []
  const hex = theme === 'light' ? light : dark
  if (!hex) throw new Error(`tokens.css has no color --${name}`)
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}
