import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { accentShades, contrast, vividColor } from '../../../src/ui/style/accent-color.ts'
import type { Rgb } from '../../../src/ui/style/accent-color.ts'

const LEVELS = [0, 64, 128, 192, 255]
const COLORS = LEVELS.flatMap((red) =>
  LEVELS.flatMap((green) => LEVELS.map((blue): Rgb => [red, green, blue])),
)
const ON_ACCENT: { light: Rgb; dark: Rgb } = { light: [255, 253, 251], dark: [31, 26, 23] }
const WASH: { light: Rgb; dark: Rgb } = { light: [242, 236, 229], dark: [41, 36, 31] }

describe('accentShades', () => {
  it('makes any color readable as text, and text readable on it, in both themes', () => {
    const unreadable = COLORS.filter((color) => {
      const shades = accentShades(color)
      return (['light', 'dark'] as const).some(
        (theme) =>
          contrast(shades[theme], WASH[theme]) < 4.5 ||
          contrast(shades[theme], ON_ACCENT[theme]) < 4.5,
      )
    })
    expect(unreadable).toEqual([])
  })

  it('leaves a color as it is where it can be read already', () => {
    expect(accentShades([150, 40, 20]).light).toEqual([150, 40, 20])
  })
})

describe('vividColor', () => {
  it('finds the small vivid thing in a grey picture', () => {
    const grey = Array.from({ length: 90 }, () => [120, 121, 120, 255])
    const poppy = Array.from({ length: 10 }, () => [220, 30, 20, 255])
    expect(vividColor([...grey, ...poppy].flat())).toEqual([220, 30, 20])
  })

  it('finds nothing in a picture without color', () => {
    expect(vividColor(Array.from({ length: 400 }, () => 128))).toBeUndefined()
    expect(vividColor([])).toBeUndefined()
  })
})

const TOKENS = readFileSync(new URL('../../../src/ui/style/tokens.css', import.meta.url), 'utf8')
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

it.each(TEXTS)('the tokens of the night let %s be read on it', (text) => {
  expect(contrast(token(text, 'dark'), NIGHT_PAPER)).toBeGreaterThanOrEqual(4.5)
})

it.each([
  ['scrim', 'icons', 3],
  ['scrim-words', 'words', 4.5],
] as const)('a scrim on a white photo %s lets white %s be seen', (name, _what, least) => {
  expect(contrast(WHITE, onWhite(name))).toBeGreaterThanOrEqual(least)
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
