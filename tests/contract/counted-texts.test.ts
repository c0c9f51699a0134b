import { describe, expect, it } from 'vitest'
import { texts } from '../../contract/texts.ts'

const { upload, download, highlights, login } = texts

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
    [upload.seeInFeed(1), 'See it in the Orma'],
    [upload.seeInFeed(2), 'See them in the Orma'],
    [upload.doubles(1, 1), 'This photo is there already. Take it out, or upload it all the same.'],
    [
      upload.doubles(1, 2),
      'One of these photos is there already. Take it out, or upload it all the same.',
    ],
    [
      upload.doubles(2, 2),
      '2 of these photos are there already. Take them out, or upload them all the same.',
    ],
    [
      upload.doublesChosen(1, 1),
      'This photo was chosen before. Take it out, or upload it all the same.',
    ],
    [
      upload.doublesChosen(1, 2),
      'One of these photos was chosen before. Take it out, or upload it all the same.',
    ],
    [
      upload.doublesChosen(2, 2),
      '2 of these photos were chosen before. Take them out, or upload them all the same.',
    ],
    [
      upload.shareNoOrma(1),
      'Open your Orma once by its link or QR code. Your photo waits here for it.',
    ],
    [
      upload.shareNoOrma(2),
      'Open your Orma once by its link or QR code. Your photos wait here for it.',
    ],
    [download.progress(0, 1), '0 of 1 photo is here'],
    [download.progress(1, 2), '1 of 2 photos are here'],
    [highlights.loading(0, 1), '0 of 1 photo'],
    [highlights.loading(1, 2), '1 of 2 photos'],
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
