import { describe, expect, it } from 'vitest'
import { accentShades, contrast, vividColor } from '../../../src/ui/accent-color.ts'
import type { Rgb } from '../../../src/ui/accent-color.ts'

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
