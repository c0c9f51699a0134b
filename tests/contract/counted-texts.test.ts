import { describe, expect, it } from 'vitest'
import { texts } from '../../contract/texts.ts'

const { upload, login } = texts

describe('a text that counts', () => {
  it.each([
    [
      upload.waitingLong(1),
      '1 photo has been waiting here for more than a week. It goes up as soon as there is signal.',
    ],
    [
      upload.waitingLong(2),
      '2 photos have been waiting here for more than a week. They go up as soon as there is signal.',
    ],
    [upload.doubles(1, 1), 'This photo is there already. Take it out, or upload it all the same.'],
    [
      upload.doubles(1, 2),
      'One of these photos is there already. Take it out, or upload it all the same.',
    ],
    [
      upload.doubles(2, 2),
      '2 of these photos are there already. Take them out, or upload them all the same.',
    ],
    [login.sendAgainIn(30), 'Send the code again in 30 s'],
    [login.sendAgainIn(120), 'Send the code again in 120 s'],
    [login.sendAgainIn(121), 'Send the code again in 3 minutes'],
    [login.sendAgainIn(82_345), 'Send the code again in 23 hours'],
    [login.wait(1), 'Please wait 1 second before you try again.'],
    [login.wait(2), 'Please wait 2 seconds before you try again.'],
    [login.wait(90), 'Please wait 2 minutes before you try again.'],
    [login.wait(5400), 'Please wait 2 hours before you try again.'],
  ])('reads right of one and of many: %s', (said, words) => {
    expect(said).toBe(words)
  })
})
