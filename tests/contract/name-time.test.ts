import { describe, expect, it } from 'vitest'
import { timeInName } from '../../contract/name-time.ts'

describe('timeInName', () => {
  it.each([
    'WhatsApp Image 2026-06-20 at 15.04.05.jpeg',
    'WhatsApp Bild 2026-06-20 um 15.04.05 (1).jpg',
    'Screenshot_20260620-150405.png',
    'Screenshot_20260620-150405_Chrome.png',
    'Screenshot 2026-06-20 at 15.04.05.png',
    'Screenshot 2026-06-20 at 3.04.05\u202fPM.png',
    'Screenshot 2026-06-20 150405.png',
    'IMG_20260620_150405.jpg',
    'IMG_20260620_150405~2.jpg',
    'signal-2026-06-20-150405.jpg',
    'signal-2026-06-20-15-04-05-123.jpg',
    '20260620_150405.jpg',
    '20260620_150405_001.jpg',
    'photo_2026-06-20_15-04-05.jpg',
  ])('reads day and time of %j', (name) => {
    expect(timeInName(name)).toEqual({ clock: '2026-06-20T15:04:05' })
  })

  it('reads the name of a Pixel phone as UTC', () => {
    const time = { clock: '2026-06-20T13:04:05', offset: 'Z' }
    expect(timeInName('PXL_20260620_130405123.jpg')).toEqual(time)
    expect(timeInName('PXL_20260620_130405123.MP.jpg')).toEqual(time)
  })

  it('reads the day alone of a photo that WhatsApp has stored', () => {
    expect(timeInName('IMG-20260620-WA0001.jpg')).toEqual({ clock: '2026-06-20' })
  })

  it.each([
    '',
    'photo.jpg',
    'IMG_1234.jpg',
    'DSC_20260620.jpg',
    'IMG_20261320_150405.jpg',
    'IMG_20260620_250405.jpg',
    'IMG-20260231-WA0001.jpg',
    '120260620_150405.jpg',
    '20260620_15040512345.jpg',
    'FB_IMG_1718888888888.jpg',
    '2026-06-20 2026-06-21.jpg',
    '9f20260620-1504-0512-aaaa-bbbbbbbbbbbb.jpg',
  ])('reads nothing of %j', (name) => {
    expect(timeInName(name)).toBeUndefined()
  })

  it('takes no longer for a name of any length', () => {
    expect(timeInName(`${'2026-06-20 '.repeat(1_000_000)}at 15.04.05`)).toBeUndefined()
  })
})
