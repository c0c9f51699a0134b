import { describe, expect, it } from 'vitest'
import { readTime } from '../../contract/taken-time.ts'

describe('readTime', () => {
  it.each([
    '2026:06:20 15:04:05',
    '2026-06-20T15:04:05',
    '2026/06/20 15:04:05',
    '2026:06:20 15:04:05.123',
    '2026:6:20 15:04:05',
    '  2026:06:20 15:04:05  ',
    '2026:06:20 15:04:05\0',
    '2026:06:20 15:04:05\0\0 rest of a buffer',
  ])('reads %j', (text) => {
    expect(readTime(text)).toEqual({ clock: '2026-06-20T15:04:05' })
  })

  it('reads a time without seconds, and the end of a day', () => {
    expect(readTime('2026:06:20 15:04')).toEqual({ clock: '2026-06-20T15:04:00' })
    expect(readTime('2026:06:20 24:00:00')).toEqual({ clock: '2026-06-21T00:00:00' })
    expect(readTime('2026:06:20 23:59:60')).toEqual({ clock: '2026-06-21T00:00:00' })
  })

  it.each([
    ['Z', 'Z'],
    ['+02:00', '+02:00'],
    ['+2:00', '+02:00'],
    [' -0330', '-03:30'],
    ['+02', '+02:00'],
  ])('reads an offset written as %j, in the text or beside it', (written, offset) => {
    const time = { clock: '2026-06-20T15:04:05', offset }
    expect(readTime(`2026-06-20T15:04:05${written}`)).toEqual(time)
    expect(readTime('2026:06:20 15:04:05', `${written}\0`)).toEqual(time)
  })

  it.each(['+25:00', '2:00', '+02:61', '  ', 'CEST'])('leaves out the offset %j', (offset) => {
    expect(readTime('2026:06:20 15:04:05', offset)).toEqual({ clock: '2026-06-20T15:04:05' })
  })

  it.each([
    '2026:06:20',
    '2026-06-20',
    '2026:06:20   :  :  ',
    '2026:06:20 25:00:00',
    '2026:06:20 24:00:01',
  ])('knows the day alone where the time is missing or senseless: %j', (text) => {
    expect(readTime(text, '+02:00')).toEqual({ clock: '2026-06-20' })
  })

  it.each([
    '0000:00:00 00:00:00',
    '    :  :     :  :  ',
    '2026:02:31 10:00:00',
    '2026:13:01 10:00:00',
    '20260:06:20 10:00:00',
    '2026:06:201 10:00:00',
    '',
    'yesterday',
  ])('leaves out the time %j that cannot have been', (text) => {
    expect(readTime(text)).toBeUndefined()
  })
})
